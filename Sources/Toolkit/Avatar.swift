import Basics
import CAdwaita
import CGtk
import Platform

/// A person's avatar: shows initials at once, and the picture when it is loaded.
///
/// The picture is requested only while the avatar is visible, see ``PictureViewport``, and the request is
/// cancelled when the avatar changes to another person. Must be kept alive as long as its widget.
@MainActor
package final class Avatar {
  package let widget: Widget
  private weak var pictures: (any PictureLoading)?
  private weak var viewport: PictureViewport?
  private var request: PictureRequest?
  package private(set) var content: AvatarContent?
  /// Whether the content's picture has not been loaded yet.
  private var isLacking = false
  /// Grows whenever the content changes, so that a viewport notices a change.
  package private(set) var turn = 0

  /// - Parameters:
  ///   - size: the diameter in pixels.
  ///   - pictures: nil shows initials only.
  package init(size: Int32, pictures: (any PictureLoading)?) {
    self.pictures = pictures
    widget = cast(adw_avatar_new(size, nil, 0))
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
    Accessibility.markDecorative(widget)
    connect(widget, "map") { [weak self] _ in self?.lookForViewport() }
  }

  /// Shows a person; the same person again changes nothing.
  package func show(_ content: AvatarContent) {
    guard content != self.content else { return }
    let isOtherPicture = content.pictureURL != self.content?.pictureURL
    self.content = content
    adw_avatar_set_text(opaque(widget), content.name)
    adw_avatar_set_show_initials(opaque(widget), (content.name != nil).gboolean)
    if isOtherPicture { showPicture(at: content.pictureURL) }
  }

  /// Shows nobody and cancels the request, for a row that is about to be reused.
  package func clear() {
    guard content != nil else { return }
    content = nil
    showPicture(at: nil)
  }

  // MARK: The picture

  private func showPicture(at url: String?) {
    turn += 1
    request = nil
    let known = url.flatMap { pictures?.picture(at: $0) }
    adw_avatar_set_custom_image(opaque(widget), known?.paintable)
    isLacking = url != nil && known == nil && pictures != nil
    if isLacking {
      if gtk_widget_get_mapped(widget) != 0 { lookForViewport() }
    } else {
      viewport?.remove(self)
    }
  }

  private func lookForViewport() {
    guard isLacking else { return }
    viewport = PictureViewport.around(widget)
    if let viewport {
      viewport.add(self)
    } else {
      load()
    }
  }

  /// Whether the picture is missing and has not been requested.
  package var isWaiting: Bool { isLacking && request == nil }

  /// Requests the picture.
  package func load() {
    guard isWaiting, let url = content?.pictureURL, let pictures else { return }
    let turn = turn
    request = pictures.request(url) { [weak self] picture in
      guard let self, turn == self.turn else { return }
      isLacking = false
      request = nil
      viewport?.remove(self)
      if let picture { adw_avatar_set_custom_image(opaque(widget), picture.paintable) }
    }
  }

  /// Cancels the request until the avatar is visible again.
  package func pause() {
    request = nil
  }
}
