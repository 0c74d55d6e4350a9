import Core
import Platform

/// Owns the main list, the page beside it and the details beside that.
@MainActor
final class MainListCoordinator {
  private let services: AppServices
  private let navigator: any Navigator
  private weak var mainWindow: (any MainWindow)?
  private let remembered: Page?
  let details: DetailsCoordinator
  private let onOpen: @MainActor (Page) -> Void
  private let collapsed: CollapsedTodos
  private weak var presenter: MainListPresenter?
  private weak var page: TodoListPresenter?
  /// A request to show something that waits until a page is open.
  private var awaited: (@MainActor () -> Void)?
  /// The texts in the add entries of pages that are not open; each is put back when its page opens.
  private var drafts: [Page: EntryDraft] = [:]
  /// The page that is being replaced because its list is gone.
  private var lost: Page?

  /// - Parameters:
  ///   - navigator: opens the dialogs.
  ///   - onOpen: called with each page that opens, so that the caller can remember it.
  init(
    services: AppServices, navigator: any Navigator, mainWindow: any MainWindow, remembered: Page?,
    onOpen: @escaping @MainActor (Page) -> Void
  ) {
    self.services = services
    self.navigator = navigator
    self.mainWindow = mainWindow
    details = DetailsCoordinator(
      services: services, navigator: navigator, mainWindow: mainWindow)
    self.remembered = remembered
    collapsed = CollapsedTodos(settings: services.settings)
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
    presenter.isTyping = { [weak self] in
      self?.page?.isAdding == true || self?.details.isCreating == true
    }
    self.presenter = presenter
    mainWindow?.show(presenter)
  }

  /// The page that is open; nil at first.
  var openPage: Page? { page?.page }

  /// Puts the focus into the add entry of the open page.
  /// - Parameter isReveal: whether a narrow window switches to the page.
  func focusAddEntry(isReveal: Bool = true) {
    if isReveal, page != nil {
      mainWindow?.revealPage()
      if mainWindow?.isPageCovered == true { return uncoverAddEntry() }
    }
    page?.didRequestAdd()
  }

  /// Closes the details that cover the add entry: what is typed there must be visible.
  private func uncoverAddEntry() {
    details.close()
    // They close once everything is stored. If that fails, they stay and keep the focus.
    services.commands.run { [weak self] () throws(StoreError) in
      if self?.mainWindow?.isPageCovered == false { self?.page?.didRequestAdd() }
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Opens the details of a new to-do of the open page.
  func addWithDetails() { page?.didRequestDetails() }

  /// Opens the list of a to-do and puts the focus on its row.
  func show(_ id: TodoID, in list: ListID) {
    guard page != nil else {
      awaited = { [weak self] in self?.show(id, in: list) }
      return
    }
    presenter?.didRequest(list)
    page?.didRequestReveal(id)
  }

  /// Opens the list of a to-do, puts the focus on its row, and opens its details beside it.
  func showDetails(of id: TodoID, in list: ListID, isReadOnly: Bool) {
    guard page != nil else {
      awaited = { [weak self] in self?.showDetails(of: id, in: list, isReadOnly: isReadOnly) }
      return
    }
    show(id, in: list)
    details.open(id, isReadOnly: isReadOnly, takesFocus: false)
  }

  /// Opens a page on a request from outside the window.
  func show(_ page: Page) { presenter?.didRequest(page) }

  /// Asks for a new list, and opens it.
  func addList() {
    navigator.open(
      ListEditRoute(mode: .create(beside: presenter?.place ?? .firstAccount)) { [weak self] list in
        self?.presenter?.didAdd(list)
        self?.focusAddEntry()
      })
  }

  /// Opens the details of a new to-do, which take over the text in the add entry.
  private func showDetails(of draft: TodoDraft) {
    let page = page
    details.create(draft) { [weak page] todo in
      page?.didAddDetails(of: draft, to: todo.listID)
    } onCancel: { [weak self] in
      self?.presenter?.leaveUnmade()
    }
  }

  /// Replaces the open page because its list is gone. The main list may not have been told of that yet.
  private func lose(_ page: Page) {
    lost = page
    presenter?.didLose(page)
    lost = nil
  }

  private func isGone(_ page: Page) -> Bool { page == lost || presenter?.exists(page) == false }

  /// Whether the list of a page does not exist any more. A hidden one does, and keeps its text.
  private func isDeleted(_ page: Page) -> Bool {
    guard case .list(let id) = page else { return false }
    return isGone(page) && presenter?.list(id) == nil
  }

  /// What was typed for a list that went meanwhile has no other place. It waits for a page where something can be added.
  private func takeDraftsOfDeletedLists(to page: TodoListPresenter) {
    if case .list(let id) = page.page, presenter?.metadata.readOnly.contains(id) == true { return }
    let gone = drafts.filter { isDeleted($0.key) }
    for (place, draft) in gone.sorted(by: { $0.value.text < $1.value.text }) {
      drafts[place] = nil
      page.take(draft.elsewhere)
    }
  }

  /// Keeps the text in the open page's add entry until that page opens again.
  /// - Returns: the text to carry over to the next page instead, if the open page's list is gone. Another device may
  ///   have deleted that list while the user was typing.
  private func leavePage() -> EntryDraft? {
    guard let page, let draft = page.leave() else { return nil }
    guard isGone(page.page) else {
      drafts[page.page] = draft
      return nil
    }
    return draft.elsewhere
  }

  /// Puts back the text of a to-do that could not be saved: into its page's entry, or into the open page's entry if its
  /// own page is gone.
  private func giveBack(_ draft: EntryDraft, to page: Page) {
    if openPage == page {
      self.page?.take(draft)
    } else if isGone(page) {
      self.page?.take(draft.elsewhere)
    } else {
      drafts[page] = draft.before(drafts[page])
    }
  }

  func open(_ page: Page, isReveal: Bool) {
    guard let mainWindow else { return }
    guard openPage != page else { return mainWindow.revealPage() }
    let isFirst = self.page == nil
    let along = leavePage()
    let presenter = TodoListPresenter(
      page: page, store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, onDamage: services.onDamage)
    presenter.take(navigator)
    presenter.entry.follow(services)
    presenter.rows.collapsed = collapsed
    presenter.openingDetails = { [weak self] in self?.details.opening }
    presenter.ringingRules = { [settings = services.settings] in settings.ringingRules }
    presenter.onExit = { [weak self] exit in
      switch exit {
      case .delete(let list): self?.presenter?.didRequestDelete(list)
      case .leave(let list): self?.presenter?.didRequestLeave(list)
      case .listIsGone: self?.lose(page)
      case .details(let id, let isReadOnly):
        self?.details.open(id, isReadOnly: isReadOnly, takesFocus: true)
      case .selected(let id, let isReadOnly): self?.details.select(id, isReadOnly: isReadOnly)
      case .deleted(let id): self?.details.close(id)
      case .newDetails(let draft): self?.showDetails(of: draft)
      case .notSaved(let draft): self?.giveBack(draft, to: page)
      case .emptied: self?.presenter?.leaveUnmade()
      }
    }
    details.close()
    self.page = presenter
    mainWindow.show(presenter, isReveal: isReveal)
    if let along { presenter.take(along) }
    if let kept = drafts.removeValue(forKey: page) { presenter.take(kept) }
    takeDraftsOfDeletedLists(to: presenter)
    // Users often open the application to write something down.
    if isFirst { focusAddEntry(isReveal: false) }
    onOpen(page)
    if let awaited {
      self.awaited = nil
      awaited()
    }
  }
}
