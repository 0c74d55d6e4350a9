import Core
import Sync

// The access rules, as in data/firestore.rules.

extension SyncError {
  /// The error with which the rules refuse a request.
  static let denied = SyncError.rejected(status: 403, code: "PERMISSION_DENIED")
}

extension SimulatedServer.State {
  // MARK: Reading

  /// Whether a client may make queries at all.
  func mayList(_ client: SimulatedClient) -> Bool {
    client.list.map { role(in: $0.rawValue, client) != nil } ?? true
  }

  /// The results of a client's queries.
  func visible(of kind: RecordKind, to client: SimulatedClient) -> [Found] {
    if kind == .membership { return memberships(of: client.user) }
    return documents.compactMap { place, document in
      guard place.tree == client.tree, place.key.kind == kind,
        client.list == nil || document.list == client.list?.rawValue
      else { return nil }
      return (place.key, document)
    }
  }

  private func memberships(of user: String) -> [Found] {
    documents.compactMap { place, document in
      guard place.key.kind == .member, document.user(of: place.key) == user, place.tree != user
      else { return nil }
      return (RecordKey.membership(owner: place.tree, member: place.key.id), document)
    }
  }

  /// The present states of some records. For another person's list, a record that was moved to an invisible place is
  /// absent.
  func fetch(_ keys: [RecordKey], _ client: SimulatedClient) throws(SyncError) -> [RemoteRecord] {
    let takesPart = mayList(client)
    var records: [RemoteRecord] = []
    for key in keys {
      let document = documents[client.place(of: key)]
      let isSeen = maySee(key, document, client)
      guard isSeen || takesPart else { throw .denied }
      records.append(key.remote(isSeen ? document : nil, at: version))
    }
    return records
  }

  func maySee(
    _ key: RecordKey, _ document: SimulatedServer.Document?, _ client: SimulatedClient
  ) -> Bool {
    guard client.list != nil else { return true }
    switch key.kind {
    case .list: return role(in: key.id, client) != nil
    case .todo: return document?.list.flatMap { role(in: $0, client) } != nil
    case .consent: return false
    case .member, .membership:
      // Otherwise the answer would reveal who does not take part.
      guard let document else { return false }
      return document.user(of: key) == client.user
        || document.list.flatMap { role(in: $0, client) } != nil
    }
  }

  // MARK: Writing

  /// Whether a client may make a change to the present state.
  func isAllowed(_ change: PendingChange, _ client: SimulatedClient) -> Bool {
    let present = documents[client.place(of: change.key)]
    let result = change.result(present?.fields)
    guard client.list != nil else {
      guard change.key.kind == .member, case .string(let user)? = result?["user"] else {
        return change.key.kind != .membership
      }
      // Who takes part already may be made a reader.
      let isLowered = present?.fields?["role"] != nil && result?["role"] == .string("reader")
      return isLowered || consent(of: user, to: client.user, nil) != .blocked
    }
    let list = change.key.list(of: result) ?? change.list?.rawValue
    switch change.key.kind {
    case .list, .membership, .consent: return false
    case .todo:
      guard let list else { return false }
      if let before = present?.list, before != list, role(in: before, client) != .writer {
        return false
      }
      // A partial change must not turn a tombstone into an incomplete record.
      if case .update = change.operation, present?.fields == nil { return false }
      return role(in: list, client) == .writer && !isDeleted(list, client)
    case .member:
      return change.operation == .delete && list != nil && present?.list == list
        && present?.user(of: change.key) == client.user
    }
  }

  private func role(in list: String, _ client: SimulatedClient) -> ListRole? {
    let key = RecordKey(
      kind: .member, id: ListMember.id(of: client.user, in: ListID(rawValue: list)))
    let place = SimulatedServer.Place(tree: client.tree, key: key)
    guard consent(of: client.user, to: client.tree, list) == .accepted,
      case .string(let name)? = documents[place]?.fields?["role"]
    else { return nil }
    return ListRole(rawValue: name)
  }

  /// A user's answer to the invitation to another person's list; with a nil list, the user's answer to the person.
  func consent(of user: String, to person: String, _ list: String?) -> Consent.Choice? {
    let id = Consent.id(of: person, list.map(ListID.init(rawValue:)))
    let place = SimulatedServer.Place(tree: user, key: RecordKey(kind: .consent, id: id))
    guard case .string(let name)? = documents[place]?.fields?["choice"] else { return nil }
    return Consent.Choice(rawValue: name)
  }

  private func isDeleted(_ list: String, _ client: SimulatedClient) -> Bool {
    let place = SimulatedServer.Place(tree: client.tree, key: RecordKey(kind: .list, id: list))
    return documents[place].map { $0.fields == nil } ?? false
  }

  /// Notes changes sent through another account than their own, or to a tree to which they do not belong.
  mutating func noteConfusions(_ changes: [PendingChange], _ client: SimulatedClient) {
    guard let account = client.account else { return }
    for change in changes {
      let place = client.place(of: change.key)
      if change.account != account {
        confusions.append(
          "\(change.key.id) of \(change.account.rawValue) was sent for \(account.rawValue)")
      } else if change.key.kind != .consent, documents[place] == nil, !isMoved(change),
        let other = documents.keys.first(where: { $0.key == place.key })
      {
        confusions.append("\(change.key.id) of \(other.tree) was sent to \(place.tree)")
      }
    }
  }

  /// Whether somebody has moved the record, or its present parent, which it follows.
  private func isMoved(_ change: PendingChange) -> Bool {
    if moved.contains(change.key) { return true }
    guard case .string(let parent)? = change.fields?["parent"] else { return false }
    return moved.contains(RecordKey(kind: .todo, id: parent))
  }
}

extension SimulatedServer.Document {
  /// The user of a member record; nil if a tombstone does not tell.
  func user(of key: RecordKey) -> String? {
    if case .string(let user)? = fields?["user"] { return user }
    guard let list, key.id.hasPrefix(list + ":") else { return nil }
    return String(key.id.dropFirst(list.count + 1))
  }
}

extension RecordKey {
  /// The list to which a record belongs according to its fields; a list belongs to itself.
  func list(of fields: RecordFields?) -> String? {
    if kind == .list { return id }
    guard case .string(let list)? = fields?["listID"] else { return nil }
    return list
  }
}
