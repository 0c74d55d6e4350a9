import Basics
import Core

// Lists are the calendars for to-dos in the user's home.

extension CalDAVBackend {
  /// More calendars than this are not one person's lists.
  private static let mostCollections = 2000
  /// So many missing to-dos are not deleted with their list without being asked about.
  static let fewestHeld = 10

  /// The calendars for to-dos.
  func collections() async throws(SyncError) -> [CalDAVCollection] {
    let answer = try await exchange.propfind(home, depth: 1, CalDAVCollection.properties)
    guard !answer.isCutOff, answer.responses.count <= Self.mostCollections else {
      throw .protocolViolation(detail: "too many calendars")
    }
    // The home itself has to be there, or this is the answer to something else.
    guard answer.responses.contains(where: { DAVPath(href: $0.href)?.asCollection == home }) else {
      throw .protocolViolation(detail: "a listing without the collection")
    }
    var lists: [String: ListID] = [:]
    for resource in try await knownLists() {
      lists[resource.path] = ListID(rawValue: resource.key.id)
    }
    var found: [CalDAVCollection] = []
    for response in answer.responses where response.properties.isTodoCalendar {
      guard let path = DAVPath(href: response.href)?.asCollection, home.contains(path) else {
        continue
      }
      found.append(
        CalDAVCollection(
          path: path, list: lists[path.text] ?? CalDAVCollection.list(at: path, of: account),
          properties: response.properties))
    }
    return found.sorted { $0.path.text.precedesExactly($1.path.text) }
  }

  func knownLists() async throws(SyncError) -> [KnownResource] {
    try await known { () throws(StoreError) in
      try await store.resources(of: .list, below: "", in: account)
    }
  }

  func knownTodos(in collection: String) async throws(SyncError) -> [KnownResource] {
    try await known { () throws(StoreError) in
      try await store.resources(of: .todo, below: collection, in: account)
    }
  }

  /// How many to-dos of a list are here that are not known to be on the server: they are new, or were missing when they
  /// were about to be sent, and are made again.
  func unknownTodos(of list: ListID, besides known: Int) async throws(SyncError) -> Int {
    let present = try await self.known { () throws(StoreError) in
      try await store.todoCount(in: list)
    }
    return max(0, present - known)
  }

  // MARK: Receiving

  /// All lists are read in each round, and those told that are not as they are known.
  func listChanges() async throws(SyncError) -> ChangePage {
    let found = try await collections()
    let known = try await knownLists()
    var records: [RemoteRecord] = []
    for collection in found {
      let before = known.first { $0.path.isExactly(collection.path.text) }
      if before?.etag.isExactly(collection.tag) != true {
        records.append(collection.record.askedAfter(before))
      }
    }
    let paths = Set(found.map { ExactText($0.path.text) })
    let missing = known.filter { !paths.contains(ExactText($0.path)) }
    var sizes: [Int] = []
    for list in missing {
      let todos = try await knownTodos(in: list.path).count
      let id = ListID(rawValue: list.key.id)
      sizes.append(todos + (try await unknownTodos(of: id, besides: todos)))
    }
    var held: [HeldDeletions] = []
    for (list, size) in zip(missing, sizes) {
      let deletion = RemoteRecord(key: list.key, state: .deleted, version: .gone(list.key))
        .askedAfter(list)
      if sizes.reduce(0, +) < Self.fewestHeld {
        records.append(deletion)
      } else {
        held.append(
          HeldDeletions(list: ListID(rawValue: list.key.id), known: size, records: [deletion]))
      }
    }
    return ChangePage(
      records: records, next: SyncCursor(token: "lists"), isLast: true, isListing: false,
      held: held)
  }

  func fetchList(_ key: RecordKey) async throws(SyncError) -> RemoteRecord {
    if let found = try await collections().first(where: { $0.list.rawValue.isExactly(key.id) }) {
      let known = try await knownLists().first { $0.key == key }
      let kept = try await self.known { () throws(StoreError) in
        try await store.fields(of: key, in: account)
      }
      return found.record(after: known?.version, keeping: kept)
    }
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: key, in: account)
    }
    return place == nil
      ? RemoteRecord(key: key, state: .absent, version: nil)
      : RemoteRecord(key: key, state: .deleted, version: .gone(key))
  }

  // MARK: Sending

  func pushList(_ change: PendingChange) async throws(SyncError) -> RecordVersion {
    let tag = try change.precondition.etag().map(CalDAVCollection.shown(in:))
    switch change.operation {
    case .create(let fields): return try await makeList(change.key, fields)
    case .update(let fields): return try await updateList(change.key, fields, from: tag)
    case .delete: return try await deleteList(change.key, from: tag)
    }
  }

  private func makeList(_ key: RecordKey, _ fields: RecordFields) async throws(SyncError)
    -> RecordVersion
  {
    let path = home.appending(CalDAVCollection.segment(of: ListID(rawValue: key.id))).asCollection
    let look = DAVCalendarLook(fields)
    do throws(SyncError) {
      try await exchange.success(
        .init(
          method: .makeCalendar, path: path, headers: ["Content-Type": DAVExchange.xml],
          body: DAVRequestBody.makeCalendar(look)))
    } catch {
      guard case .rejected = error else { throw error }
      // Servers have several answers where something is already, and where they do not know the method.
      if try await exchange.properties(of: path, [.resourceType]) != nil { throw .conflict }
      try await exchange.success(
        .init(
          method: .makeCollection, path: path, headers: ["Content-Type": DAVExchange.xml],
          body: DAVRequestBody.makeCollection(look)))
    }
    // Some servers take the request and leave out what it says.
    let made = try await exchange.properties(of: path, CalDAVCollection.properties)
    if let name = look.displayName, made?.displayName.isExactly(name) != true {
      try await patch(path, DAVCalendarLook(displayName: name))
    }
    return Self.version(
      path.text, name: look.displayName ?? made?.displayName, colour: made?.colour ?? look.colour)
  }

  private func updateList(_ key: RecordKey, _ fields: RecordFields, from tag: String?)
    async throws(SyncError) -> RecordVersion
  {
    let collection: CalDAVCollection
    do throws(SyncError) {
      collection = try await self.collection(of: key, in: tag)
    } catch {
      throw error.isMissing ? .conflict : error
    }
    var look = DAVCalendarLook(fields)
    if look.displayName.isExactly(collection.properties.displayName) { look.displayName = nil }
    let isColourless = fields["colour"] == .null && collection.properties.colour != nil
    if look != DAVCalendarLook() || isColourless {
      try await patch(collection.path, look, removing: isColourless ? [.colour] : [])
    }
    return Self.version(
      collection.path.text, name: look.displayName ?? collection.properties.displayName,
      colour: isColourless ? nil : look.colour ?? collection.properties.colour)
  }

  /// Deletes an empty calendar. What somebody has added to it since, or what is no to-do, would be deleted with it.
  private func deleteList(_ key: RecordKey, from tag: String?) async throws(SyncError)
    -> RecordVersion
  {
    guard tag != nil else {
      // It may have arrived without an answer.
      if try await fetchList(key).fields != nil { throw .conflict }
      return .gone(key)
    }
    let collection: CalDAVCollection
    do throws(SyncError) {
      collection = try await self.collection(of: key, in: tag)
    } catch {
      if error.isMissing { return .gone(key) }
      throw error
    }
    guard collection.isForTodosOnly else {
      throw .rejected(status: 403, code: "calendar-with-events")
    }
    let members = try await exchange.propfind(collection.path, depth: 1, [.etag]).responses
    guard members.allSatisfy({ DAVPath(href: $0.href)?.asCollection == collection.path }) else {
      throw .rejected(status: 409, code: "calendar-not-empty")
    }
    try await exchange.delete(collection.path, ifMatch: nil)
    return .gone(key)
  }

  /// The calendar of a list as it is now. Nothing makes the server compare it: between this answer and the write,
  /// another device can change it unnoticed.
  private func collection(of key: RecordKey, in tag: String?) async throws(SyncError)
    -> CalDAVCollection
  {
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: key, in: account)
    }
    guard let path = place.flatMap({ DAVPath(href: $0.path) }) else { throw .conflict }
    guard let properties = try await exchange.properties(of: path, CalDAVCollection.properties)
    else { throw .rejected(status: 404, code: "") }
    let collection = CalDAVCollection(
      path: path, list: ListID(rawValue: key.id), properties: properties)
    guard tag.isExactly(collection.tag) else { throw .conflict }
    return collection
  }

  private func patch(
    _ path: DAVPath, _ look: DAVCalendarLook, removing removed: [XMLName] = []
  ) async throws(SyncError) {
    let answer = try await exchange.proppatch(
      path, DAVRequestBody.propertyUpdate(look, removing: removed))
    // A colour that the server does not take is shown here alone.
    let refused = answer.responses.compactMap { $0.refused[.displayName] ?? $0.status }
      .first { $0 >= 400 && $0 != 424 }
    if let refused, look.displayName != nil {
      throw .rejected(status: refused, code: "displayname")
    }
  }

  private static func version(_ path: String, name: String?, colour: String?) -> RecordVersion {
    let tag = CalDAVCollection.tag(name: name, colour: colour)
    return RecordVersion(tag: tag, resource: RemoteResource(path: path, etag: tag, text: nil))
  }
}

extension DAVCalendarLook {
  /// What a calendar shows of a list.
  fileprivate init(_ fields: RecordFields) {
    self.init()
    if case .string(let name)? = fields["name"] { displayName = name }
    if case .string(let colour)? = fields["colour"] { self.colour = CalDAVColour.property(colour) }
  }
}

extension RemoteRecord {
  /// The same record, with what was known of it when it was asked for.
  func askedAfter(_ known: KnownResource?) -> RemoteRecord {
    asked(after: known?.version.map(PendingChange.Precondition.version) ?? .absent)
  }

  func asked(after state: PendingChange.Precondition) -> RemoteRecord {
    RemoteRecord(key: key, state: self.state, version: version, askedAfter: state)
  }
}
