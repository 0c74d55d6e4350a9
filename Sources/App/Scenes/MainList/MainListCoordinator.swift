import Core
import Toolkit

/// Owns the main list, the page beside it, and the dialogs that the main list opens.
@MainActor
final class MainListCoordinator: Coordinator {
  private let services: AppServices
  private weak var stage: (any Stage)?
  private let onOpen: @MainActor (Page) -> Void
  private weak var presenter: MainListPresenter?
  private weak var page: TodoListCoordinator?

  /// - Parameter onOpen: is told each page that opens, to remember it.
  init(
    services: AppServices, stage: any Stage, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.stage = stage
    self.remembered = remembered
    self.onOpen = onOpen
  }

  private let remembered: Page?
  /// A to-do to show as soon as there is a page.
  private var awaited: Todo?

  override func start() {
    let presenter = MainListPresenter(
      store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, remembered: remembered, onDamage: services.onDamage)
    presenter.router = self
    self.presenter = presenter
    stage?.show(presenter)
  }

  /// The add entry of the open page should take the focus.
  func focusAddEntry() {
    page?.focusAddEntry()
  }

  /// The page that is open; nil at first.
  var openPage: Page? { page?.page }

  /// Opens the list of a to-do and puts the focus on its row.
  func show(_ todo: Todo) {
    guard page != nil else {
      awaited = todo
      return
    }
    presenter?.didRequest(todo.listID)
    page?.reveal(todo.id)
  }

  /// Opens the edit scene for a new to-do of the open page.
  func addWithDetails() {
    page?.addWithDetails()
  }
}

extension MainListCoordinator: MainListRouter {
  var isTyping: Bool { page?.isTyping ?? false }

  func open(_ page: Page, isReveal: Bool) {
    guard let stage else { return }
    let isFirst = self.page == nil
    if self.page?.page == page {
      self.page?.reveal()
      return
    }
    self.page?.finish()
    let child = TodoListCoordinator(
      page: page, isReveal: isReveal, services: services, stage: stage
    ) { [weak self] in
      self?.presenter?.didLose(page)
    } onDeleteList: { [weak self] list in
      self?.presenter?.didRequestDelete(list.id)
    } onLeaveList: { [weak self] list in
      self?.presenter?.didRequestLeave(list.id)
    }
    self.page = child
    begin(child)
    // A person who opens the application wants to write something down.
    if isFirst { child.focusAddEntry(isReveal: false) }
    onOpen(page)
    if let todo = awaited {
      awaited = nil
      show(todo)
    }
  }

  func addList() {
    guard let stage else { return }
    begin(
      AddListCoordinator(
        mode: .create(beside: presenter?.place ?? .firstAccount), services: services, stage: stage
      ) { [weak self] list in
        self?.presenter?.didAdd(list)
        self?.page?.focusAddEntry()
      })
  }

  func rename(_ list: TodoList) {
    guard let stage else { return }
    begin(AddListCoordinator(mode: .rename(list), services: services, stage: stage) { _ in })
  }

  func showInvitations() {
    guard let stage else { return }
    begin(InvitationsCoordinator(services: services, stage: stage))
  }

  func share(_ list: TodoList) {
    guard let stage else { return }
    begin(SharingCoordinator(list: list, services: services, stage: stage))
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
