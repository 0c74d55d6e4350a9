import CGtk
import Core
import Platform
import Toolkit

/// The banner between a page's header bar and its rows, the button in that header bar, and the popover with the
/// details.
@MainActor
final class SyncStatusView {
  private let banner = Banner()
  private let button: Widget
  private let references: [ObjectReference]
  let presenter: SyncStatusPresenter
  private var state: SyncStatusState { presenter.screen.rendered ?? SyncStatusState() }
  private var popover: WeakReference?
  private weak var details: SyncDetailsView?

  init(presenter: SyncStatusPresenter) {
    self.presenter = presenter
    button = gtk_button_new_from_icon_name(SyncStatusState.Condition.local.icon)
    references = [ObjectReference(banner.widget), ObjectReference(button)]
    gtk_widget_add_css_class(button, "sync-status")
    Tooltip.set(on: button) { [weak self] in
      guard let self, details == nil else { return nil }
      return state.button.label
    }
    connect(button, "clicked") { [weak self] _ in self?.open() }
    presenter.screen.attach { [weak self] in self?.render($0) }
    presenter.didLoad()
  }

  func render(_ state: SyncStatusState) {
    banner.setText(state.banner)
    if state.button != self.state.button {
      gtk_button_set_icon_name(cast(button), state.button.condition.icon)
      Accessibility.setLabel(state.button.label, on: button)
    }
    details?.render(state)
  }

  /// Moves the banner and the button to another page.
  /// - Parameter show: adds them to the page.
  func move(to show: @MainActor (_ banner: Widget, _ button: Widget) -> Void) {
    close()
    for widget in [banner.widget, button] where gtk_widget_get_parent(widget) != nil {
      gtk_widget_unparent(widget)
    }
    show(banner.widget, button)
  }

  /// Opens the details; they are freed when they close.
  private func open() {
    guard details == nil else { return close() }
    let details = SyncDetailsView(presenter: presenter) { [weak self] in self?.close() }
    let popover: Widget = gtk_popover_new()
    gtk_popover_set_child(cast(popover), details.widget)
    gtk_widget_set_parent(popover, button)
    attach(details, to: popover)
    details.render(state)
    self.details = details
    self.popover = WeakReference(popover)
    connect(popover, "closed") { [weak self] _ in self?.didClose() }
    Popover.unparentWhenClosed(popover)
    gtk_popover_popup(cast(popover))
    details.grabFocus()
    presenter.didOpen()
  }

  private func close() {
    guard details != nil, let pointer = popover?.pointer else { return }
    gtk_popover_popdown(cast(pointer))
  }

  private func didClose() {
    details = nil
    popover = nil
    if gtk_widget_get_mapped(button) != 0 { gtk_widget_grab_focus(button) }
    presenter.didClose()
  }
}

extension SyncStatusState.Condition {
  /// Each condition has an icon of its own shape, so that no colour is needed to tell them apart.
  var icon: String {
    switch self {
    case .local: "computer-symbolic"
    case .upToDate: "emblem-ok-symbolic"
    case .waiting: "document-open-recent-symbolic"
    case .syncing: "emblem-synchronizing-symbolic"
    case .offline: "network-offline-symbolic"
    case .problem: "dialog-warning-symbolic"
    }
  }
}
