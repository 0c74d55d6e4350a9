import Core

/// Asks for the name of a list, new or old.
@MainActor
final class AddListPresenter {
  enum Mode: Equatable {
    case create
    case rename(TodoList)
  }

  private let mode: Mode
  private let store: TodoStore
  private let commands: CommandQueue
  weak var view: (any AddListViewing)?
  weak var router: (any AddListRouter)?

  private var state: AddListState
  private var rendered: AddListState?

  init(mode: Mode, store: TodoStore, commands: CommandQueue) {
    self.mode = mode
    self.store = store
    self.commands = commands
    let placeholder = store.naming.untitled
    state =
      switch mode {
      case .create:
        AddListState(title: tr("New List"), name: "", placeholder: placeholder)
      case .rename(let list):
        AddListState(title: tr("Rename List"), name: list.name, placeholder: placeholder)
      }
  }

  func didLoad() {
    render()
  }

  func didChangeName(_ name: String) {
    state.name = name
    render()
  }

  func didCancel() {
    router?.didCancel()
  }

  func didSubmit() {
    guard !state.isBusy else { return }
    state.isBusy = true
    render()
    commands.run { [store, mode, name = state.name, weak self] () throws(StoreError) in
      let list =
        switch mode {
        case .create: try await store.addList(named: name)
        case .rename(let list): try await store.renameList(list.id, to: name)
        }
      self?.router?.didFinish(list)
    } failing: { error in
      if case .nameReserved = error { tr("Reserved Name") } else { tr("The List Was Not Saved") }
    } onFailure: { [weak self] _ in
      self?.didFail()
    }
  }

  private func didFail() {
    state.isBusy = false
    render()
  }

  private func render() {
    guard state != rendered else { return }
    view?.render(state)
    rendered = state
  }
}
