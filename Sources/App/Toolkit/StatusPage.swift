import CAdwaita
import CGtk

/// Makes the pages that stand in the place of content.
@MainActor
enum StatusPage {
  /// - Parameters:
  ///   - icon: a symbolic icon's name.
  /// - Returns: an `AdwStatusPage`; what scrolls it takes no focus, since there is nothing to be done.
  static func make(icon: String) -> Widget {
    let page: Widget = adw_status_page_new()
    adw_status_page_set_icon_name(opaque(page), icon)
    if let scrolled = gtk_widget_get_first_child(page) { gtk_widget_set_focusable(scrolled, 0) }
    return page
  }
}
