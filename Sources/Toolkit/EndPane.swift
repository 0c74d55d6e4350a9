import CAdwaita
import CGtk
import Platform

/// Content with an optional pane at its end. In a window narrower than 700 px, the pane covers the content.
///
/// An `AdwOverlaySplitView` if libadwaita has it (1.4), otherwise an `AdwFlap`. Must be kept alive as long as its
/// widget; `attach` does that.
@MainActor
package final class EndPane {
  package let widget: Widget

  /// Called when the pane appears or disappears, also by a swipe, and when it starts or stops covering the content.
  package var onChange: (@MainActor () -> Void)?

  private let content: Widget
  private let pane: Widget
  /// The widget within `widget` that holds the pane and emits the signals.
  private let inner: Widget

  /// - Parameter pane: at least 340 px wide; the content takes the rest.
  package init(content: Widget, pane: Widget) {
    self.content = content
    self.pane = pane
    guard let made = optimist_end_pane_new(content, pane), let inner = optimist_end_pane_inner(made)
    else { preconditionFailure("constructors never return nil") }
    widget = made
    self.inner = inner
    FocusRestorer.install(on: inner, property: OPTIMIST_END_PANE_FOLDED)
    for property in [OPTIMIST_END_PANE_FOLDED, OPTIMIST_END_PANE_SHOWN] {
      connect(inner, "notify::\(property)") { [weak self] _ in self?.didChange() }
    }
  }

  /// Whether the pane is shown.
  package var isShown: Bool { optimist_end_pane_is_shown(inner) != 0 }

  /// Whether the pane covers the content when it is shown.
  package var isFolded: Bool { optimist_end_pane_is_folded(inner) != 0 }

  package func show() { optimist_end_pane_show(inner, 1) }

  package func hide() { optimist_end_pane_show(inner, 0) }

  private func didChange() {
    // Covered content must not get any keys.
    gtk_widget_set_can_focus(content, (!(isShown && isFolded)).gboolean)
    onChange?()
  }
}
