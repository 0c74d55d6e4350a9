import CAdwaita
import CGtk

/// Two panes side by side that become two pages, one at a time, in a narrow window.
///
/// All use of `AdwLeaflet` stands here, so that its successor can take its place. It must be held as
/// long as its widget is shown; `attach` does that.
@MainActor
final class AdaptivePanes {
  let widget: Widget

  /// Called when the panes fold or unfold, and when the shown page changes, by a swipe for instance.
  var onChange: (@MainActor () -> Void)?

  private let sidebar: Widget
  private let content: Widget
  private var leaflet: OpaquePointer { opaque(widget) }

  /// - Parameters:
  ///   - sidebar: at least 240 px wide; keeps its width.
  ///   - content: at least 360 px wide; takes the rest. Below the sum of both the panes fold.
  init(sidebar: Widget, content: Widget) {
    widget = adw_leaflet_new()
    self.sidebar = sidebar
    self.content = content
    gtk_widget_set_size_request(sidebar, 240, -1)
    gtk_widget_set_size_request(content, 360, -1)
    gtk_widget_set_hexpand(content, true.gboolean)
    adw_leaflet_append(leaflet, sidebar)
    let separator = gtk_separator_new(GTK_ORIENTATION_VERTICAL)
    adw_leaflet_page_set_navigatable(adw_leaflet_append(leaflet, separator), false.gboolean)
    adw_leaflet_append(leaflet, content)
    adw_leaflet_set_can_navigate_back(leaflet, true.gboolean)
    for property in ["folded", "visible-child"] {
      connect(widget, "notify::\(property)") { [weak self] _ in self?.onChange?() }
    }
  }

  /// Whether only one pane is shown at a time.
  var isFolded: Bool { adw_leaflet_get_folded(leaflet) != 0 }

  /// Whether the content is alone on screen, so that it needs a way back.
  var canNavigateBack: Bool {
    isFolded && adw_leaflet_get_visible_child(leaflet) == content
  }

  /// Goes to the content where one pane is shown at a time.
  func showContent() {
    adw_leaflet_set_visible_child(leaflet, content)
  }

  /// Goes to the sidebar where one pane is shown at a time.
  func showSidebar() {
    adw_leaflet_set_visible_child(leaflet, sidebar)
  }
}
