import CAdwaita
import CGtk
import Core
import Platform
import Toolkit

/// The row of the details with the link of a to-do.
@MainActor
final class LinkRow {
  /// The `AdwEntryRow`.
  let widget: Widget
  private let open: Widget
  private var isRendering = false

  init(presenter: DetailsPresenter) {
    widget = adw_entry_row_new()
    open = RowButton.make("adw-external-link-symbolic", named: tr("Open Link"))
    adw_preferences_row_set_title(cast(widget), trc("address of a page", "Link"))
    adw_entry_row_add_suffix(cast(widget), open)
    connect(widget, "changed") { [weak self, weak presenter] _ in
      guard let self, !isRendering else { return }
      presenter?.didType(text, into: .link)
    }
    FocusController.onLeave(widget) { [weak presenter] in presenter?.didLeave(.link) }
    connect(open, "clicked") { [weak self, weak presenter] _ in
      guard let self, TodoLink.isSafe(text) else { return }
      ExternalLink.open(text, over: widget) { presenter?.didFailToOpen($0, $1) }
    }
  }

  func render(_ url: String?, isReadOnly: Bool) {
    isRendering = true
    defer { isRendering = false }
    let url = url ?? ""
    if text != url.shown {
      let cursor = gtk_editable_get_position(opaque(widget))
      gtk_editable_set_text(opaque(widget), url)
      gtk_editable_set_position(opaque(widget), cursor)
    }
    gtk_editable_set_editable(opaque(widget), (!isReadOnly).gboolean)
    gtk_widget_set_visible(open, TodoLink.isSafe(url).gboolean)
  }

  private var text: String { String(cString: gtk_editable_get_text(opaque(widget))) }
}
