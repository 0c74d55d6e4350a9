import Core
import Toolkit

/// Owns one page and the dialogs that it opens.
@MainActor
final class TodoListCoordinator: Coordinator {
  let page: Page
  private let isReveal: Bool
  private let services: AppServices
  private weak var stage: (any Stage)?
  private weak var presenter: TodoListPresenter?
  private let onLost: @MainActor () -> Void
  private let onDeleteList: @MainActor (TodoList) -> Void
  private let onLeaveList: @MainActor (TodoList) -> Void

  /// - Parameters:
  ///   - isReveal: whether a narrow window turns to the page.
  ///   - onLost: is told when the list of the page has been deleted.
  ///   - onDeleteList: is asked to delete the list of the page.
  ///   - onLeaveList: is asked to leave the list of the page.
  init(
    page: Page, isReveal: Bool, services: AppServices, stage: any Stage,
    onLost: @escaping @MainActor () -> Void,
    onDeleteList: @escaping @MainActor (TodoList) -> Void,
    onLeaveList: @escaping @MainActor (TodoList) -> Void
  ) {
    self.page = page
    self.isReveal = isReveal
    self.services = services
    self.stage = stage
    self.onLost = onLost
    self.onDeleteList = onDeleteList
    self.onLeaveList = onLeaveList
  }

  override func start() {
    let presenter = TodoListPresenter(
      page: page, store: services.store, commands: services.commands, clock: services.clock,
      names: services.names, onDamage: services.onDamage)
    presenter.router = self
    self.presenter = presenter
    stage?.show(presenter, isReveal: isReveal)
  }

  /// Whether something stands in the add entry.
  var isTyping: Bool { presenter?.isTyping ?? false }

  /// A narrow window turns to the page again.
  func reveal() {
    stage?.revealPage()
  }

  /// Brings a row into view and puts the focus on it.
  func reveal(_ id: TodoID) {
    presenter?.didRequestReveal(id)
  }

  /// Puts the focus into the add entry.
  /// - Parameter isReveal: whether a narrow window turns to the page for it.
  func focusAddEntry(isReveal: Bool = true) {
    if isReveal { stage?.revealPage() }
    presenter?.didRequestAdd()
  }

  func addWithDetails() {
    presenter?.didRequestDetails()
  }
}

extension TodoListCoordinator: TodoListRouter {
  func edit(_ todo: Todo) {
    guard let stage else { return }
    begin(EditTaskCoordinator(mode: .retitle(todo), services: services, stage: stage))
  }

  func show(_ todo: Todo) {
    guard let stage else { return }
    begin(EditTaskCoordinator(mode: .show(todo), services: services, stage: stage))
  }

  func create(_ draft: TodoDraft) {
    guard let stage else { return }
    begin(
      EditTaskCoordinator(mode: .create(draft), services: services, stage: stage) { [weak self] in
        self?.presenter?.didChangeDraft("")
      })
  }

  func rename(_ list: TodoList) {
    guard let stage else { return }
    begin(AddListCoordinator(mode: .rename(list), services: services, stage: stage) { _ in })
  }

  func delete(_ list: TodoList) {
    onDeleteList(list)
  }

  func share(_ list: TodoList) {
    guard let stage else { return }
    begin(SharingCoordinator(list: list, services: services, stage: stage))
  }

  func leave(_ list: TodoList) {
    onLeaveList(list)
  }

  func listDidDisappear() {
    onLost()
  }

  func present(_ alert: Alert) async -> String {
    await stage?.present(alert) ?? alert.closeResponse
  }
}
