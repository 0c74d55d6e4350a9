@testable import App
@testable import Toolkit

/// A window without widgets: keeps the presenters, as views would, and the dialogs.
@MainActor
class RecordingWindow: MainWindow {
  let alerts = AlertRecorder()
  private(set) var mainList: MainListPresenter?
  private(set) var page: TodoListPresenter?
  private(set) var status: SyncStatusPresenter?
  let mainListView = RecordingView<MainListState>()
  private(set) var pageView = MirrorView()
  let statusView = RecordingView<SyncStatusState>()
  private(set) var reveals: [Bool] = []
  private(set) var revealCount = 0
  private(set) var notices: [String] = []
  /// What the button of the newest notice does.
  private(set) var onUndo: (@MainActor () -> Void)?
  private(set) var undoTitle: String?
  private(set) var redoTitle: String?
  private var dialogs: [any Presenter] = []
  private var details: [(presenter: DetailsPresenter, takesFocus: Bool)] = []
  private(set) var detailsFocusCount = 0
  var isEntryFocused = false
  let isFocusingDetails = false
  let isPageCovered = false
  /// Whether the newest details took the focus.
  var detailsTookFocus: Bool? { details.last?.takesFocus }
  private(set) var shortcutsCount = 0
  private(set) var aboutInfo: [AboutInfo] = []

  /// The presenters of the dialogs that are open. Those of others are let go, as by their windows.
  var openDialogs: [any Presenter] {
    dialogs.removeAll { !$0.isOpen }
    return dialogs
  }

  /// The presenter of the newest open dialog.
  func dialog<P: Presenter>(_ type: P.Type) -> P? { openDialogs.last as? P }

  func show(_ presenter: MainListPresenter) {
    mainList = presenter
    mainListView.watch(presenter.screen)
    presenter.didLoad()
  }

  func show(_ presenter: TodoListPresenter, isReveal: Bool) {
    reveals.append(isReveal)
    page = presenter
    pageView = MirrorView()
    pageView.watch(presenter.screen)
    presenter.didLoad()
  }

  func revealPage() { revealCount += 1 }

  func show(_ presenter: DetailsPresenter, takesFocus: Bool) {
    details.append((presenter, takesFocus))
    presenter.didLoad()
  }

  func focusDetails() { detailsFocusCount += 1 }

  /// The details that are open, as long as their coordinator holds on to them.
  var openDetails: DetailsPresenter? {
    details.removeAll { !$0.presenter.isOpen }
    return details.last?.presenter
  }

  func show(_ presenter: SyncStatusPresenter) {
    status = presenter
    statusView.watch(presenter.screen)
    presenter.didLoad()
  }

  func show(_ dialog: Dialog) {
    dialogs.append(dialog.presenter)
    dialog.presenter.didLoad()
  }

  func showShortcuts() { shortcutsCount += 1 }

  func show(_ aboutInfo: AboutInfo) { self.aboutInfo.append(aboutInfo) }

  func showToast(_ notice: String, onUndo: (@MainActor () -> Void)?) {
    notices.append(notice)
    self.onUndo = onUndo
  }

  func setUndo(_ undo: String?, redo: String?) { (undoTitle, redoTitle) = (undo, redo) }

  func present(_ alert: Alert) async -> String { await alerts.present(alert) }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    let response = await alerts.present(alert)
    return Alert.Answer(response: response, isChecked: alert.check?.isOn ?? false)
  }
}
