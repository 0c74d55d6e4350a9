import CAdwaita
import CGtk
import Platform

/// Two panes side by side, which in a narrow window become two pages, shown one at a time.
///
/// An `AdwNavigationSplitView` if libadwaita has it (1.4), otherwise an `AdwLeaflet`. Must be kept alive as
/// long as its widget; `attach` does that.
@MainActor
package final class AdaptivePanes {
  package let widget: Widget

  /// Called when the panes fold or unfold, and when the shown page changes, for example by a swipe.
  package var onChange: (@MainActor () -> Void)?

  private let sidebar: Widget
  private let content: Widget
  /// The widget within `widget` that contains the panes and emits the signals.
  private let panes: Widget

  /// - Parameters:
  ///   - sidebar: at least 240 px wide; keeps its width.
  ///   - content: at least 360 px wide; takes the rest. In a narrower window the panes fold.
  package init(sidebar: Widget, content: Widget) {
    self.sidebar = sidebar
    self.content = content
    gtk_widget_set_size_request(sidebar, 240, -1)
    gtk_widget_set_size_request(content, 360, -1)
    gtk_widget_set_hexpand(content, true.gboolean)
    guard let made = optimist_panes_new(sidebar, content), let panes = optimist_panes_inner(made)
    else { preconditionFailure("constructors never return nil") }
    widget = made
    self.panes = panes
    FocusRestorer.install(on: panes, property: OPTIMIST_PANES_FOLDED)
    for property in [OPTIMIST_PANES_FOLDED, OPTIMIST_PANES_SHOWN] {
      connect(panes, "notify::\(property)") { [weak self] _ in self?.onChange?() }
    }
    connect(widget, "notify::root") { [weak self] _ in self?.followFocus() }
  }

  /// Whether only one pane is shown at a time.
  package var isFolded: Bool { optimist_panes_is_folded(panes) != 0 }

  /// Shows the content if only one pane is shown at a time.
  package func showContent() {
    optimist_panes_show(panes, content)
  }

  /// Shows the sidebar if only one pane is shown at a time.
  package func showSidebar() {
    optimist_panes_show(panes, sidebar)
  }

  private func followFocus() {
    guard let root = gtk_widget_get_root(widget) else { return }
    connect(root, "notify::focus-widget") { [weak self] _ in self?.focusDidChange() }
  }

  /// The pane that has the focus is the one that stays visible when the panes fold.
  private func focusDidChange() {
    guard !isFolded else { return }
    for pane in [sidebar, content] where hasFocus(within: pane) {
      optimist_panes_prefer(panes, pane)
    }
  }
}
