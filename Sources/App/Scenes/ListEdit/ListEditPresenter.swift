import Basics
import Core
import Platform
import Service
import Sync

/// The state of the dialog for a list.
struct ListEditState: Equatable {
  var title: String
  var name: String
  /// The placeholder of the empty name entry; a new list gets this name if the user types none.
  var placeholder: String
  var appearance = ListAppearance()
  /// The names of the accounts or of this computer, where the list can be kept. With fewer than two, there is no
  /// choice.
  var places: [String] = []
  /// An index into ``places``.
  var chosenPlace = 0
  /// Whether the list is being written to disk.
  var isBusy = false
}

/// Asks for the name and the look of a new or existing list.
@MainActor
final class ListEditPresenter: Presenter {
  enum Mode: Equatable {
    /// A new list, kept where `beside` says unless the user chooses another place.
    case create(beside: ListPlace = .firstAccount)
    case edit(TodoList)
  }

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  private let onFinish: @MainActor (TodoList) -> Void
  let screen = Screen<ListEditState>()

  private var state: ListEditState
  private var places: [ListPlace] = []
  private var isColourChosen = false
  private var isEmojiChosen = false

  /// - Parameter onFinish: called with the list after the dialog has closed.
  init(
    mode: Mode, store: TodoStore, commands: CommandQueue,
    onFinish: @escaping @MainActor (TodoList) -> Void = { _ in }
  ) {
    self.onFinish = onFinish
    self.mode = mode
    self.store = store
    self.commands = commands
    let placeholder = store.naming.untitled
    state =
      switch mode {
      case .create:
        ListEditState(title: tr("New List"), name: "", placeholder: placeholder)
      case .edit(let list):
        ListEditState(
          title: tr("Edit List"), name: list.name, placeholder: placeholder,
          appearance: ListAppearance(list))
      }
  }

  func didLoad() {
    render()
    guard case .create(let preferred) = mode else { return }
    Task { [store, weak self] in
      do throws(StoreError) {
        let accounts = try await store.accounts()
        let isLocal = try await store.lists().contains { $0.account == nil }
        self?.didRead(accounts, hasLocalLists: isLocal, preferred)
      } catch {
        // The user cannot choose a place, so the list is kept at the default one.
        Log.warning("the accounts were not read: \(ErrorText.reason(error))")
      }
    }
  }

  func didChangeName(_ name: String) {
    state.name = name
    render()
  }

  /// - Parameter colour: nil for none.
  func didChooseColour(_ colour: ListColour?) {
    isColourChosen = true
    state.appearance.colour = colour
    render()
  }

  /// - Parameter emoji: nil for none.
  func didChooseEmoji(_ emoji: String?) {
    guard emoji.map(ListAppearanceRules.isEmoji) ?? true else { return }
    isEmojiChosen = true
    state.appearance.emoji = emoji
    render()
  }

  /// - Parameter index: an index into the places of the state.
  func didChoosePlace(_ index: Int) {
    guard places.indices.contains(index) else { return }
    state.chosenPlace = index
    render()
  }

  func didSubmit() {
    guard !state.isBusy else { return }
    state.isBusy = true
    render()
    let (place, change, isNamed) = (place, change, isNamed)
    commands.run { [store, mode, commands, name = state.name, weak self] () throws(StoreError) in
      let list =
        switch mode {
        case .create: try await store.addList(named: name, to: place, change)
        case .edit(let list):
          try await store.editList(list.id, named: isNamed ? name : nil, change)
        }
      self?.didFinish(list, typed: isNamed ? name : nil)
      if isNamed, TodoContent.hasUnwantedControls(name) {
        commands.showAlert(ErrorText.controlsLeftOut)
      }
    } failing: { error in
      if case .nameReserved = error { tr("Reserved Name") } else { tr("The List Was Not Saved") }
    } onFailure: { [weak self] _ in
      self?.didFail()
    }
  }

  /// Reports that the list got a number appended to its name, because the typed name was taken.
  private func notice(_ list: TodoList, typed: String) -> String? {
    guard let wanted = TodoContent.normalized(typed), !list.name.isExactly(wanted) else {
      return nil
    }
    let taken = ErrorText.short(wanted)
    return switch mode {
    case .create: tr("“%s” already exists. The new list is called “%s”.", taken, list.name)
    case .edit: tr("“%s” already exists. The list is called “%s”.", taken, list.name)
    }
  }

  private func didRead(_ accounts: [Account], hasLocalLists: Bool, _ preferred: ListPlace) {
    guard !accounts.isEmpty, accounts.count > 1 || hasLocalLists else { return }
    places = accounts.map { .account($0.id) } + [.thisComputer]
    state.places = accounts.map(\.name) + [tr("On This Computer")]
    state.chosenPlace = places.firstIndex(of: preferred) ?? 0
    render()
  }

  /// Whether the name is written: that of an existing list only if the user has changed it here.
  private var isNamed: Bool {
    switch mode {
    case .create: true
    case .edit(let list): !list.name.isExactly(state.name)
    }
  }

  /// Changes only what the user has chosen here: another device may have changed the rest meanwhile.
  private var change: @Sendable (inout TodoList) -> Void {
    let (colour, emoji) = (state.appearance.colour?.rawValue, state.appearance.emoji)
    let (isColourChosen, isEmojiChosen) = (isColourChosen, isEmojiChosen)
    return { list in
      if isColourChosen { list.colour = colour }
      if isEmojiChosen { list.emoji = emoji }
    }
  }

  private var place: ListPlace {
    if places.indices.contains(state.chosenPlace) { return places[state.chosenPlace] }
    guard case .create(let preferred) = mode else { return .firstAccount }
    return preferred
  }

  /// - Parameter typed: the name, if the user typed it here.
  private func didFinish(_ list: TodoList, typed: String?) {
    screen.close()
    if let typed, let notice = notice(list, typed: typed) { navigator?.showToast(notice) }
    onFinish(list)
  }

  private func didFail() {
    state.isBusy = false
    render()
  }

  private func render() {
    screen.render(state)
  }
}
