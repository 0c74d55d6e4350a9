import Core
import Sync

// The owner of the documents in a request, and the documents that the rules let its user see and change.

extension SimulatedFirestore {
  // MARK: Names

  private static let root = "projects/p/databases/(default)/documents/users/"

  private static let collections: [String: RecordKind] = [
    "lists": .list, "todos": .todo, "members": .member, "consents": .consent,
  ]

  /// Nil for a kind that the only user of a server does not have.
  func kind(of query: [String: Any]) -> RecordKind? {
    guard let from = (query["from"] as? [[String: Any]])?.first,
      let kind = kind(ofCollection: from["collectionId"] as? String ?? "")
    else { return nil }
    return from["allDescendants"] as? Bool == true ? .membership : kind
  }

  private func kind(ofCollection name: String) -> RecordKind? {
    let kind = Self.collections[name]
    return client == .home && kind?.isAboutOthers == true ? nil : kind
  }

  func key(ofName name: String) -> RecordKey? {
    guard name.hasPrefix(Self.root) else { return nil }
    let parts = name.dropFirst(Self.root.count).split(separator: "/").map(String.init)
    guard parts.count == 3, let kind = kind(ofCollection: parts[1]) else { return nil }
    if parts[0] == owner { return RecordKey(kind: kind, id: parts[2]) }
    return kind == .member ? .membership(owner: parts[0], member: parts[2]) : nil
  }

  func name(of key: RecordKey) -> String {
    if let (owner, member) = key.sharedBy { return Self.root + owner + "/members/" + member }
    let collection = Self.collections.first { $0.value == key.kind }?.key ?? ""
    return Self.root + owner + "/" + collection + "/" + key.id
  }

  // MARK: Rules

  /// Whether a query asks only for what its user may see. The rules judge the query itself, not its results.
  /// - Parameter filters: the required values, by field.
  func isAllowed(_ filters: [String: String], of kind: RecordKind?) -> Bool {
    if kind == .membership { return filters["user"] == client.user }
    guard let list = client.list else { return true }
    return filters[kind == .list ? "id" : "listID"] == list.rawValue
  }

  /// Whether all documents may be seen. In a read by name, a single invisible document causes the whole request to be
  /// refused.
  func maySee(_ keys: [RecordKey]) -> Bool {
    server.state.withLock { state in
      keys.allSatisfy { state.maySee($0, state.documents[client.place(of: $0)], client) }
    }
  }

  func mayWrite(_ changes: [PendingChange]) -> Bool {
    server.state.withLock { state in changes.allSatisfy { state.isAllowed($0, client) } }
  }

  func version(of key: RecordKey) -> Int64? {
    server.state.withLock { $0.documents[client.place(of: key)]?.version }
  }
}
