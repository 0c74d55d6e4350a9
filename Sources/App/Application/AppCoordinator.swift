import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// The root of navigation: the main list with its page, the state of synchronisation, and what the
/// window's menu opens.
@MainActor
final class AppCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let remembered: Page?
  private let onOpen: @MainActor (Page) -> Void
  private weak var mainList: MainListCoordinator?
  private weak var status: SyncStatusPresenter?
  private let preference: (any LeftOverPreference)?
  private let choices: (any Choices)?
  private var leftOvers: LeftOverPresenter?
  private let partings: PartingPresenter

  /// - Parameters:
  ///   - remembered: the page that was open when the application was last used.
  ///   - preference: what the user wants done with changes from last time.
  ///   - choices: what the user has chosen once and for all.
  ///   - onOpen: is told each page that opens, to remember it.
  init(
    services: AppServices, stage: any Stage, remembered: Page?,
    preference: (any LeftOverPreference)? = nil, choices: (any Choices)? = nil,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.stage = stage
    self.remembered = remembered
    self.preference = preference
    self.choices = choices
    self.onOpen = onOpen
    partings = PartingPresenter(store: services.store)
  }

  override func start() {
    guard let stage else { return }
    services.commands.alerts = self
    let status = SyncStatusPresenter(
      store: services.store, sync: services.sync, preference: preference)
    status.router = self
    self.status = status
    stage.show(status)
    partings.router = self
    partings.start()
    let mainList = MainListCoordinator(
      services: services, stage: stage, remembered: remembered, onOpen: onOpen)
    self.mainList = mainList
    begin(mainList)
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
    let presenter = LeftOverPresenter(sync: services.sync, preference: preference)
    presenter.router = self
    leftOvers = presenter
    Task { [weak self] in
      await presenter.ask(count: count)
      self?.leftOvers = nil
      self?.status?.releaseAlerts(isTold: true)
    }
  }

  // MARK: What the window's menu and shortcuts ask for

  func didChooseSyncNow() { services.sync.syncNow() }

  func didChooseContents() {
    guard let stage, !children.contains(where: { $0 is ContentsCoordinator }) else { return }
    begin(ContentsCoordinator(services: services, stage: stage))
  }

  func didChooseAccounts() {
    guard let stage, !children.contains(where: { $0 is AccountsCoordinator }) else { return }
    begin(AccountsCoordinator(services: services, stage: stage))
  }

  func didChooseRecovery(_ page: RecoveryState.Page) {
    guard let stage, !children.contains(where: { $0 is RecoveryCoordinator }) else { return }
    begin(RecoveryCoordinator(page: page, services: services, stage: stage))
  }

  func didChoosePeople() {
    guard let stage, !children.contains(where: { $0 is PeopleCoordinator }) else { return }
    begin(PeopleCoordinator(mode: .browse, services: services, stage: stage))
  }

  func didChoosePreferences() {
    guard let stage, let choices, !children.contains(where: { $0 is PreferencesCoordinator }) else {
      return
    }
    begin(PreferencesCoordinator(choices: choices, stage: stage))
  }

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

  func didChooseNewList() { mainList?.addList() }

  func didChooseNewTodo() { mainList?.focusAddEntry() }

  func didChooseNewTodoWithDetails() { mainList?.addWithDetails() }

  // MARK: What is asked from outside

  func perform(_ request: WindowRequest) {
    switch request {
    case .newTodo: didChooseNewTodo()
    case .preferences: didChoosePreferences()
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
      self?.mainList?.show(todo)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Adds a to-do to the list that is open or was last, to the first one if that takes none.
  private func add(_ text: String) {
    let list: ListID? =
      if case .list(let id)? = mainList?.openPage ?? remembered { id } else { nil }
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
      self?.mainList?.show(todo)
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

extension AppCoordinator: SyncStatusRouter, LeftOverRouter {
  func present(_ alert: Alert) async -> String {
    await stage?.presentWhenQuiet(alert) ?? alert.closeResponse
  }

  func ask(_ alert: Alert) async -> Alert.Answer {
    await stage?.askWhenQuiet(alert) ?? Alert.Answer(response: alert.closeResponse)
  }

  func show(notice: String?) { status?.show(notice: notice) }
}

extension AppCoordinator: PartingRouter {
  func tell(_ notice: String) { stage?.tell(notice) }

  func showTrash() { didChooseRecovery(.trash) }
}
