import Core
import Platform
import Service

/// Opens the choice of a new parent for a to-do.
struct ParentRoute: Route {
  let todo: ChosenTodo

  func dialog(_ services: AppServices) -> Dialog {
    .choice(.parent(for: todo, store: services.store, commands: services.commands))
  }
}

extension ChoicePresenter {
  /// Makes a to-do a subtask of another one that the user chooses.
  static func parent(
    for todo: ChosenTodo, store: TodoStore, commands: CommandQueue
  ) -> ChoicePresenter {
    let texts = ChoiceTexts(
      title: tr("Make It a Subtask"), action: tr("_Choose"), search: tr("Search To-Dos"),
      list: tr("To-dos"), nothing: tr("No To-Do Found"))
    return ChoicePresenter(texts) { () throws(StoreError) in
      await entries(try await store.possibleParents(of: todo.id))
    } onChoose: { parent, _ in
      commands.run { [store] () throws(StoreError) in
        try await store.place(todo.id, below: TodoID(rawValue: parent.id), .last)
      } failing: { _ in
        tr("“%s” Was Not Moved", ErrorText.short(todo.title))
      }
    }
  }

  /// To-dos with the same title are told apart by their parents. Runs off the main thread, since a list can be long.
  @concurrent
  private nonisolated static func entries(_ rows: [TodoRow]) async -> [Entry] {
    let titles = Dictionary(rows.map { ($0.id, $0.content) }) { first, _ in first }
    return rows.map { row in
      Entry(
        Choice(
          id: row.id.rawValue, name: row.content,
          place: row.parent.flatMap { titles[$0] } ?? ""))
    }
  }
}
