@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A window without widgets: keeps the presenters, as views would, and the dialogs.
@MainActor
final class RecordingStage: Stage {
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
  private(set) var dialogs: [RecordingHandle] = []
  private(set) var shortcutsCount = 0
  private(set) var facts: [AboutFacts] = []

  var openDialogs: [RecordingHandle] { dialogs.filter(\.isOpen) }

  /// The presenter of the newest open dialog.
  func dialog<Presenter>(_ type: Presenter.Type) -> Presenter? {
    openDialogs.last?.presenter as? Presenter
  }

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

  func show(_ presenter: SyncStatusPresenter) {
    status = presenter
    statusView.watch(presenter.screen)
    presenter.didLoad()
  }

  func tell(_ notice: String) { notices.append(notice) }

  func show(_ presenter: ContentsPresenter) -> any SceneHandle {
    let view = RecordingView<ContentsState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: InvitationsPresenter) -> any SceneHandle {
    let view = RecordingView<InvitationsState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: SharingPresenter) -> any SceneHandle {
    let view = RecordingView<SharingState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: AddListPresenter) -> any SceneHandle {
    let view = RecordingView<AddListState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: EditTaskPresenter) -> any SceneHandle {
    let view = RecordingView<EditTaskState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: AccountsPresenter) -> any SceneHandle {
    let view = RecordingView<AccountsState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: SignInPresenter) -> any SceneHandle {
    let view = RecordingView<SignInState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: RecoveryPresenter) -> any SceneHandle {
    let view = RecordingView<RecoveryState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: PeoplePresenter) -> any SceneHandle {
    let view = RecordingView<PeopleState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: ProfilePresenter) -> any SceneHandle {
    let view = RecordingView<ProfileState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func show(_ presenter: PreferencesPresenter) -> any SceneHandle {
    let view = RecordingView<PreferencesState>()
    view.watch(presenter.screen)
    presenter.didLoad()
    return opened(presenter, view)
  }

  func showShortcuts() { shortcutsCount += 1 }

  func show(_ facts: AboutFacts) { self.facts.append(facts) }

  func present(_ alert: Alert) async -> String { await alerts.present(alert) }

  private func opened(_ presenter: AnyObject, _ view: AnyObject) -> any SceneHandle {
    let handle = RecordingHandle(presenter, view: view)
    dialogs.append(handle)
    return handle
  }
}
