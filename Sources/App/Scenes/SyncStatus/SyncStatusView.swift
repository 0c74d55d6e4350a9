import CGtk

/// The strip between a page's header bar and its rows.
@MainActor
final class SyncStatusView: SyncStatusViewing {
  private let banner = Banner()
  private let widget: ObjectReference
  private let presenter: SyncStatusPresenter

  init(presenter: SyncStatusPresenter) {
    self.presenter = presenter
    widget = ObjectReference(banner.widget)
    presenter.view = self
    presenter.didLoad()
  }

  func render(_ state: SyncStatusState) {
    banner.setText(state.banner)
  }

  /// Moves the strip to another page.
  func move(to page: TodoListView) {
    if gtk_widget_get_parent(banner.widget) != nil { gtk_widget_unparent(banner.widget) }
    page.insertBelowHeader(banner.widget)
  }
}
