import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The root of navigation: the main list with its page, the state of synchronisation, and what the
/// window's menu opens.
@MainActor
final class AppCoordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let remembered: Page?
  private let dialogs: DialogCoordinator
  let mainList: MainListCoordinator
  private weak var status: SyncStatusPresenter?
  private var leftOvers: LeftOverPresenter?
  private let partings: PartingPresenter

  /// - Parameters:
  ///   - remembered: the page that was open when the application was last used.
  ///   - onOpen: is told each page that opens, to remember it.
  init(
    services: AppServices, stage: any Stage, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.stage = stage
    self.remembered = remembered
    dialogs = DialogCoordinator(services: services, stage: stage)
    mainList = MainListCoordinator(
      services: services, navigator: dialogs, stage: stage, remembered: remembered, onOpen: onOpen)
    partings = PartingPresenter(store: services.store)
  }

  func start() {
    guard let stage else { return }
    services.commands.alerts = dialogs
    let status = SyncStatusPresenter(
      store: services.store, sync: services.sync, settings: services.settings)
    status.take(dialogs)
    self.status = status
    stage.show(status)
    partings.navigator = dialogs
    partings.start()
    mainList.start()
  }

  // MARK: Changes from last time

  /// Nothing is told of what the server refuses until it is known whether there is more to ask about.
  func willLookForLeftOvers() { status?.holdAlerts() }

  /// Asks what is to be done with changes that an earlier run left over.
  /// - Parameter count: how many there are; none is nothing to ask about.
  func didFindLeftOvers(_ count: Int) {
    guard count > 0 else {
      status?.releaseAlerts(isTold: false)
      return
    }
    let presenter = LeftOverPresenter(
      sync: services.sync, settings: services.settings, navigator: dialogs,
      onNotice: { [weak status] in status?.show(notice: $0) })
    leftOvers = presenter
    Task { [weak self] in
      await presenter.ask(count: count)
      self?.leftOvers = nil
      self?.status?.releaseAlerts(isTold: true)
    }
  }

  // MARK: What the window's menu and shortcuts ask for

  func didChooseSyncNow() { services.sync.syncNow() }

  func open(_ route: Route) { dialogs.open(route) }

  func didChooseShortcuts() { stage?.showShortcuts() }

  func didChooseAbout() {
    Task { [weak stage, services] in
      let engine = (try? await services.store.engineVersion()) ?? ""
      let metainfo = TextFile.read(DataDirectory.installed().metainfo) ?? ""
      stage?.show(
        AboutFacts(
          version: Version.current,
          releaseNotes: AboutFacts.releaseNotes(metainfo: metainfo), engine: engine))
    }
  }

  func didChooseNewList() { mainList.addList() }

  func didChooseNewTodo() { mainList.focusAddEntry() }

  func didChooseNewTodoWithDetails() { mainList.addWithDetails() }

  // MARK: What is asked from outside

  func perform(_ request: WindowRequest) {
    switch request {
    case .newTodo: didChooseNewTodo()
    case .preferences: open(.preferences)
    case .show(let id): show(id)
    case .add(let text): add(text)
    }
  }

  /// Shows a to-do in its list; says so if it is gone.
  private func show(_ id: TodoID) {
    services.commands.run { [services, weak self] () throws(StoreError) in
      guard let todo = try await services.store.todo(id) else {
        self?.stage?.tell(tr("This to-do has been deleted"))
        return
      }
      self?.mainList.show(todo)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Adds a to-do to the list that is open or was last, to the first one if that takes none.
  private func add(_ text: String) {
    let list: ListID? =
      if case .list(let id)? = mainList.openPage ?? remembered { id } else { nil }
    let store = services.store
    var draft = TodoDraft(id: TodoID(rawValue: store.makeID()), listID: list, content: text)
    draft.createdAt = store.now
    services.commands.run { [weak self] () throws(StoreError) in
      let todo: Todo
      do throws(StoreError) {
        todo = try await store.add(draft)
      } catch .missing {
        todo = try await store.add(draft.inFirstList)
      } catch .notAllowed {
        todo = try await store.add(draft.inFirstList)
      }
      self?.mainList.show(todo)
    } failing: { _ in
      tr("“%s” Was Not Saved", ErrorText.short(text))
    }
  }
}

extension TodoDraft {
  fileprivate var inFirstList: TodoDraft {
    var draft = self
    draft.listID = nil
    return draft
  }
}
