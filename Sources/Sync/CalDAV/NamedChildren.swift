import Basics
import Core

/// Which to-dos of one calendar are named as parts by others (RELATED-TO with RELTYPE=CHILD, RFC 5545 §3.2.15).
///
/// A to-do that names no parent itself is a part of the one that names it. Its own text does not mention that, and is
/// not changed for it.
struct NamedChildren: Sendable {
  /// The UIDs that each record names.
  private var children: [ExactText: Set<ExactText>] = [:]
  /// The records that name each UID.
  private var parents: [ExactText: Set<ExactText>] = [:]

  /// Replaces what a record names.
  /// - Returns: the UIDs that this changes: those that the record names only now, and those that it no longer names.
  mutating func note(_ named: Set<ExactText>, by record: String) -> Set<ExactText> {
    let record = ExactText(record)
    let changed = named.symmetricDifference(children[record] ?? [])
    guard !changed.isEmpty else { return [] }
    children[record] = named.isEmpty ? nil : named
    for uid in changed {
      if named.contains(uid) {
        parents[uid, default: []].insert(record)
      } else {
        parents[uid]?.remove(record)
      }
    }
    return changed
  }

  /// All records that name a UID.
  func parents(of uid: String) -> [String] {
    (parents[ExactText(uid)] ?? []).map(\.text).filter { !$0.isExactly(uid) }
      .sorted { $0.precedesExactly($1) }
  }

  /// The parent of a to-do that names none itself; if several to-dos name it, the same one on every device.
  func parent(of todo: CalendarTodo) -> String? {
    guard todo.fields[Todo.Field.parent] == .null else { return nil }
    return parents(of: todo.uid).first { !todo.deniedParents.contains(ExactText($0)) }
  }
}

extension CalDAVBackend {
  /// What the texts stored here say about a calendar.
  func namedChildren(in collection: DAVPath) async throws(SyncError) -> NamedChildren {
    let texts = try await known { () throws(StoreError) in
      try await store.resourceTexts(
        containing: "CHILD", below: collection.asCollection.text, in: account)
    }
    var named = NamedChildren()
    for (key, text) in texts {
      guard case .todo(let todo, _) = CalDAVText.read(text, in: ListID(rawValue: ""), user: user)
      else { continue }
      _ = named.note(todo.children, by: key.id)
    }
    return named
  }
}
