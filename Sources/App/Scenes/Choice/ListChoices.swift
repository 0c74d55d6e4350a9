import Core
import Platform
import Service

/// The to-do for which the user chooses another list or parent.
struct ChosenTodo {
  let id: TodoID
  let listID: ListID
  let title: String

  init(_ row: TodoRow) {
    (id, listID, title) = (row.id, row.listID, row.content)
  }

  init(_ todo: Todo) {
    (id, listID, title) = (todo.id, todo.listID, todo.content)
  }
}

/// Opens the choice of the list to which a to-do is moved.
struct MoveRoute: Route {
  let todo: ChosenTodo

  func dialog(_ services: AppServices) -> Dialog {
    .choice(
      .list(
        for: todo, store: services.store, commands: services.commands, names: services.names))
  }
}

extension ChoicePresenter {
  /// Moves a to-do with its subtasks to a list that the user chooses.
  static func list(
    for todo: ChosenTodo, store: TodoStore, commands: CommandQueue, names: any PersonNaming
  ) -> ChoicePresenter {
    let texts = ChoiceTexts(
      title: tr("Move to List"), action: tr("_Move"), search: tr("Search Lists"),
      list: tr("Lists"), nothing: tr("No List Found"))
    return ChoicePresenter(texts) { () throws(StoreError) in
      let (lists, metadata) = (try await store.lists(), try await store.listMetadata())
      return choices(among: lists, metadata, names, for: todo).map { Entry($0) }
    } onChoose: { list, navigator in
      commands.run { [store] () throws(StoreError) in
        try await store.move([todo.id], to: ListID(rawValue: list.id))
        navigator?.showToast(tr("Moved to “%s”", ErrorText.short(list.name)))
      } failing: { _ in
        tr("“%s” Was Not Moved", ErrorText.short(todo.title))
      }
    }
  }

  /// The other lists that can be written; those of the same account come first.
  private static func choices(
    among lists: [TodoList], _ metadata: ListMetadata, _ names: any PersonNaming,
    for todo: ChosenTodo
  ) -> [Choice] {
    let suited = lists.filter { list in
      list.id != todo.listID && !metadata.left.contains(list.id)
        && ListAccess(list, metadata, names).canWrite
    }
    let hasPlaces = Set(lists.map { $0.account?.root }).count > 1
    let own = lists.first { $0.id == todo.listID }?.account?.root
    let near = suited.filter { $0.account?.root == own }
    let far = suited.filter { $0.account?.root != own }
    return (near + far).map { list in
      Choice(
        id: list.id.rawValue, name: list.name,
        place: hasPlaces ? AccountText.place(of: list.account?.root, among: metadata.accounts) : "")
    }
  }
}
