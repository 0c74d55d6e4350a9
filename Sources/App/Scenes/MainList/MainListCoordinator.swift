import Core

/// Owns the main list and the page beside it.
@MainActor
final class MainListCoordinator {
  private let services: AppServices
  private let navigator: any Navigator
  private weak var mainWindow: (any MainWindow)?
  private let remembered: Page?
  private let onOpen: @MainActor (Page) -> Void
  private weak var presenter: MainListPresenter?
  private weak var page: TodoListPresenter?
  /// A to-do to show as soon as there is a page.
  private var awaited: Todo?

  /// - Parameters:
  ///   - navigator: opens the dialogs.
  ///   - onOpen: is told each page that opens, to remember it.
  init(
    services: AppServices, navigator: any Navigator, mainWindow: any MainWindow, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.navigator = navigator
    self.mainWindow = mainWindow
    self.remembered = remembered
    self.onOpen = onOpen
  }

  func start() {
    let presenter = MainListPresenter(
      store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, remembered: remembered, onDamage: services.onDamage)
    presenter.take(navigator)
    presenter.onExit = { [weak self] exit in
      switch exit {
      case .open(let page, let isReveal): self?.open(page, isReveal: isReveal)
      case .newList: self?.addList()
      }
    }
    presenter.isTyping = { [weak self] in self?.page?.isTyping ?? false }
    self.presenter = presenter
    mainWindow?.show(presenter)
  }

  /// The page that is open; nil at first.
  var openPage: Page? { page?.page }

  /// Puts the focus into the add entry of the open page.
  /// - Parameter isReveal: whether a narrow window turns to the page for it.
  func focusAddEntry(isReveal: Bool = true) {
    if isReveal, page != nil { mainWindow?.revealPage() }
    page?.didRequestAdd()
  }

  /// Opens the edit scene for a new to-do of the open page.
  func addWithDetails() { page?.didRequestDetails() }

  /// Opens the list of a to-do and puts the focus on its row.
  func show(_ todo: Todo) {
    guard page != nil else {
      awaited = todo
      return
    }
    presenter?.didRequest(todo.listID)
    page?.didRequestReveal(todo.id)
  }

  /// Asks for a new list, and opens it.
  func addList() {
    navigator.open(
      .listName(.create(beside: presenter?.place ?? .firstAccount)) { [weak self] list in
        self?.presenter?.didAdd(list)
        self?.focusAddEntry()
      })
  }

  func open(_ page: Page, isReveal: Bool) {
    guard let mainWindow else { return }
    guard openPage != page else { return mainWindow.revealPage() }
    let isFirst = self.page == nil
    let presenter = TodoListPresenter(
      page: page, store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, onDamage: services.onDamage)
    presenter.take(navigator)
    presenter.ringingRules = { [settings = services.settings] in settings.ringingRules }
    presenter.onExit = { [weak self] exit in
      switch exit {
      case .delete(let list): self?.presenter?.didRequestDelete(list)
      case .leave(let list): self?.presenter?.didRequestLeave(list)
      case .listIsGone: self?.presenter?.didLose(page)
      }
    }
    self.page = presenter
    mainWindow.show(presenter, isReveal: isReveal)
    // A person who opens the application wants to write something down.
    if isFirst { focusAddEntry(isReveal: false) }
    onOpen(page)
    if let todo = awaited {
      awaited = nil
      show(todo)
    }
  }
}
