import Basics
import CAdwaita
import CGtk
import Platform

/// A round picture of a person: initials at once, the picture when it is here.
///
/// The picture is asked for only while the avatar is in sight, see ``PictureViewport``, and given up
/// when the avatar turns to another person. It must be held as long as its widget is shown.
@MainActor
package final class Avatar {
  package let widget: Widget
  private weak var pictures: (any PictureLoading)?
  private weak var viewport: PictureViewport?
  private var request: PictureRequest?
  package private(set) var face: Face?
  /// Whether the picture of the face is still to be had.
  private var isLacking = false
  /// Grows with each face, so that a viewport can tell one from the next.
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
  package func show(_ face: Face) {
    guard face != self.face else { return }
    let isOtherPicture = face.pictureURL != self.face?.pictureURL
    self.face = face
    adw_avatar_set_text(opaque(widget), face.name)
    adw_avatar_set_show_initials(opaque(widget), (face.name != nil).gboolean)
    if isOtherPicture { showPicture(at: face.pictureURL) }
  }

  /// Shows nobody and waits for nothing, as a row that is about to show another person.
  package func clear() {
    guard face != nil else { return }
    face = nil
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

  /// Whether the picture is lacking and nobody has asked for it.
  package var isWaiting: Bool { isLacking && request == nil }

  /// Asks for the picture.
  package func load() {
    guard isWaiting, let url = face?.pictureURL, let pictures else { return }
    let turn = turn
    request = pictures.request(url) { [weak self] picture in
      guard let self, turn == self.turn else { return }
      isLacking = false
      request = nil
      viewport?.remove(self)
      if let picture { adw_avatar_set_custom_image(opaque(widget), picture.paintable) }
    }
  }

  /// Gives the picture up until the avatar is in sight again.
  package func pause() {
    request = nil
  }
}
