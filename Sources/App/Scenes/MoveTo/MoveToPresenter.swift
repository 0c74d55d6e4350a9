import Basics
import Core
import Platform
import Service

/// A list that a to-do can be moved to.
struct MoveTarget: Equatable, Identifiable {
  let list: ListID
  var name: String
  /// Who keeps it, where not all are kept by the same; empty otherwise.
  var place: String

  var id: String { list.rawValue }
}

/// Everything the dialog shows that moves a to-do to another list.
struct MoveToState: Equatable {
  var query = ""
  /// The lists whose names fit what is typed.
  var targets: [MoveTarget] = []
  /// The one that Enter takes; an index into ``targets``.
  var marked = 0
  /// Whether the lists have been read.
  var isReady = false
}

/// Moves a to-do with its subtasks to a list that somebody chooses.
@MainActor
final class MoveToPresenter: Presenter {
  private let todo: TodoRow
  private let store: TodoStore
  private let commands: CommandQueue
  private let names: any PersonNaming
  let screen = Screen<MoveToState>()
  private var state = MoveToState()
  private var targets: [(target: MoveTarget, words: [String])] = []

  init(todo: TodoRow, store: TodoStore, commands: CommandQueue, names: any PersonNaming) {
    self.todo = todo
    self.store = store
    self.commands = commands
    self.names = names
  }

  func didLoad() {
    screen.render(state)
    Task { [weak self, store] in
      do throws(StoreError) {
        let (lists, facts) = (try await store.lists(), try await store.listFacts())
        self?.didRead(lists, facts)
      } catch {
        await self?.navigator?.presentReadingFailure(error)
      }
    }
  }

  func didChangeQuery(_ query: String) {
    state.query = query
    state.marked = 0
    filter()
  }

  /// - Parameter step: -1 or 1.
  func didMoveMark(_ step: Int) {
    state.marked = min(max(state.marked + step, 0), max(state.targets.count - 1, 0))
    screen.render(state)
  }

  /// Another row was chosen.
  func didMark(_ index: Int) {
    guard state.targets.indices.contains(index) else { return }
    state.marked = index
    screen.render(state)
  }

  /// Takes the list that is marked.
  func didSubmit() { didActivate(state.marked) }

  /// - Parameter index: into the targets of the state.
  func didActivate(_ index: Int) {
    guard isOpen, state.targets.indices.contains(index) else { return }
    let (id, target) = (todo.id, state.targets[index])
    let navigator = navigator
    screen.close()
    commands.run { [store] () throws(StoreError) in
      try await store.move([id], to: target.list)
      navigator?.tell(tr("Moved to “%s”", ErrorText.short(target.name)))
    } failing: { [title = todo.content] _ in
      tr("“%s” Was Not Moved", ErrorText.short(title))
    }
  }

  private func didRead(_ lists: [TodoList], _ facts: ListFacts) {
    let suited = lists.filter { list in
      list.id != todo.listID && !facts.left.contains(list.id)
        && ListStanding(list, facts, names).canWrite
    }
    let hasPlaces = Set(lists.map { $0.account?.root }).count > 1
    let own = lists.first { $0.id == todo.listID }?.account?.root
    let near = suited.filter { $0.account?.root == own }
    let far = suited.filter { $0.account?.root != own }
    targets = (near + far).map { list in
      let target = MoveTarget(
        list: list.id, name: list.name, place: hasPlaces ? place(of: list, facts) : "")
      return (target, TextFolding.words(list.name))
    }
    state.isReady = true
    filter()
  }

  private func place(of list: TodoList, _ facts: ListFacts) -> String {
    guard let root = list.account?.root else { return tr("On This Computer") }
    return facts.accounts.first { $0.id == root }?.name ?? tr("Account")
  }

  /// Each word that is typed must be the beginning of one in the name.
  private func filter() {
    let query = TextFolding.words(state.query)
    state.targets = targets.filter { _, words in
      query.allSatisfy { part in words.contains { $0.hasExactPrefix(part) } }
    }.map(\.target)
    screen.render(state)
  }
}
