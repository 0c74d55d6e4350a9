/// Where a list is put among those of its account.
public enum ListPlacement: Hashable, Sendable {
  case before(ListID)
  case after(ListID)
}

extension StoreTransaction {
  /// The sort key for a place among the lists of an account; nil if the list is already there. There is no room behind
  /// lists with very long keys: the list is put before them.
  /// - Throws: ``StoreError/unsuitable`` if the other list is not in the same account, ``StoreError/notAllowed`` if
  ///   there is no room without moving another person's list.
  mutating func position(of place: ListPlacement, for list: TodoList) throws -> String? {
    let all = try TodoStore.lists(db).filter { $0.account?.root == list.account?.root }
    let others = all.filter { $0.id != list.id }
    let index =
      switch place {
      case .before(let other): others.firstIndex { $0.id == other }
      case .after(let other): others.firstIndex { $0.id == other }.map { $0 + 1 }
      }
    guard let index else { throw StoreError.unsuitable }
    if all.indices.contains(index), all[index].id == list.id { return nil }
    let now = environment.now()
    guard index < others.count else { return PositionKey.next(behind: others, at: now) }
    let lower = index > 0 ? others[index - 1].position : nil
    if let key = PositionKey.between(lower, others[index].position) { return key }
    // Equal or foreign keys: the lists behind the place get new ones, in the same order.
    var last = PositionKey.next(behind: others, at: now)
    let key = last
    for before in others[index...] {
      // The keys of other people's lists are set by their owners.
      try requireWriting(in: before, isContent: false)
      var moved = before
      last = PositionKey.next(after: last, at: now)
      moved.position = last
      moved.modifiedAt = now
      try update(moved, from: before)
      try enqueue(moved)
    }
    return key
  }
}
