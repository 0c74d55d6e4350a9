import Core
import Platform
import Service

/// Opens the details of a to-do beside the list, replacing the details that were open before.
///
/// Changes made in the open details are written to disk before other details replace them. If that fails, the old
/// details stay open.
@MainActor
final class DetailsCoordinator {
  private let services: AppServices
  private let navigator: any Navigator
  private weak var mainWindow: (any MainWindow)?
  private weak var presenter: DetailsPresenter?
  /// The to-do requested last, while its details are not open yet.
  private var wanted: Wanted?
  private var lastNumber = 0

  private struct Wanted {
    let number: Int
    let id: TodoID
    var takesFocus: Bool
    let wasEntryFocused: Bool
  }

  init(services: AppServices, navigator: any Navigator, mainWindow: any MainWindow) {
    self.services = services
    self.navigator = navigator
    self.mainWindow = mainWindow
  }

  /// Whether details are open.
  var isOpen: Bool { presenter?.isOpen == true }

  /// The to-do whose details are being opened and will take the focus.
  var opening: TodoID? {
    if let wanted, wanted.takesFocus { return wanted.id }
    return mainWindow?.isFocusingDetails == true ? presenter?.todo : nil
  }

  /// Whether the details of a to-do that does not exist yet are open.
  var isCreating: Bool { isOpen && presenter?.isNew == true }

  /// Opens the details of a to-do.
  /// - Parameter takesFocus: whether the details take the focus.
  func open(_ id: TodoID, isReadOnly: Bool, takesFocus: Bool) {
    if wanted?.id == id {
      if takesFocus { wanted?.takesFocus = true }
      return
    }
    if isOpen, presenter?.todo == id, presenter?.isNew == false {
      wanted = nil
      if takesFocus { mainWindow?.focusDetails() }
      return
    }
    presenter?.didLeave()
    lastNumber += 1
    let number = lastNumber
    wanted = Wanted(
      number: number, id: id, takesFocus: takesFocus,
      wasEntryFocused: mainWindow?.isEntryFocused == true)
    services.commands.run { [services, weak self] () throws(StoreError) in
      guard let self, wanted?.number == number else { return }
      await ZoneCities.load()
      guard let todo = try await services.store.todo(id) else { throw .missing }
      guard let wanted, wanted.number == number else { return }
      self.wanted = nil
      // Who has gone on to type a new to-do meanwhile keeps the focus.
      let hasBegunToType = mainWindow?.isEntryFocused == true && !wanted.wasEntryFocused
      show(
        isReadOnly ? .show(todo) : .edit(todo), takesFocus: wanted.takesFocus && !hasBegunToType)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    } onFailure: { [weak self] _ in
      if self?.wanted?.number == number { self?.wanted = nil }
    }
  }

  /// Shows the details of another to-do, but only if details are open already.
  func select(_ id: TodoID, isReadOnly: Bool) {
    if isOpen || wanted != nil { open(id, isReadOnly: isReadOnly, takesFocus: false) }
  }

  /// Opens the details of a new to-do.
  /// - Parameters:
  ///   - onAdd: called with the to-do once it is in the store.
  ///   - onCancel: runs when the details are closed without a to-do.
  func create(
    _ draft: TodoDraft, onAdd: @escaping @MainActor (Todo) -> Void,
    onCancel: @escaping @MainActor () -> Void = {}
  ) {
    wanted = nil
    if isOpen, presenter?.isNew == true { return mainWindow?.focusDetails() ?? () }
    guard let presenter, presenter.isOpen, presenter.hasUnsaved else {
      return show(.create(draft), takesFocus: true, onAdd: onAdd, onCancel: onCancel)
    }
    presenter.didLeave()
    services.commands.run { [weak self] () throws(StoreError) in
      self?.show(.create(draft), takesFocus: true, onAdd: onAdd, onCancel: onCancel)
    } failing: { _ in
      tr("The To-Do Cannot Be Opened")
    }
  }

  /// Closes the details if they show the given to-do; without an argument, closes them whatever they show.
  func close(_ id: TodoID? = nil) {
    if id == nil || wanted?.id == id { wanted = nil }
    guard let presenter, id == nil || presenter.todo == id else { return }
    presenter.didClose()
  }

  /// A command is about to be undone or redone.
  func willUndo() { presenter?.willUndo() }

  private func show(
    _ mode: DetailsPresenter.Mode, takesFocus: Bool,
    onAdd: @escaping @MainActor (Todo) -> Void = { _ in },
    onCancel: @escaping @MainActor () -> Void = {}
  ) {
    let old = presenter
    guard old?.isOpen != true || old?.hasUnsaved != true else { return }
    let new = DetailsPresenter(
      mode: mode, store: services.store, commands: services.commands, clock: services.clock,
      directory: services.directory, onAdd: onAdd)
    new.take(navigator)
    new.entry.follow(services)
    new.onCancel = onCancel
    new.onOpen = { [weak self] in self?.open($0, isReadOnly: $1, takesFocus: true) }
    presenter = new
    mainWindow?.show(new, takesFocus: takesFocus)
    old?.screen.close()
  }
}
