import Basics
import Core

// Reading lists. They are the calendars for to-dos in the user's home.

extension CalDAVBackend {
  /// The most calendars of a home; more are not one person's lists.
  private static let mostCollections = 2000
  /// Deletions wait for confirmation only if the lists concerned have at least this many to-dos.
  static let fewestHeld = 10

  /// The calendars for to-dos.
  /// - Parameter kind: the kind that this round reads, which may share the other kind's answer; nil asks the server
  ///   now.
  func collections(forReading kind: RecordKind? = nil) async throws(SyncError)
    -> [CalDAVCollection]
  {
    let responses: [DAVResponse]
    if let kind {
      responses = try await listing.responses(for: kind, now: exchange.clock.now) {
        () throws(SyncError) in try await listHome()
      }
    } else {
      responses = try await listHome()
    }
    var lists: [String: ListID] = [:]
    for resource in try await knownLists() {
      lists[resource.path] = ListID(rawValue: resource.key.id)
    }
    var calendars: [(path: DAVPath, properties: DAVProperties)] = []
    for response in responses where response.properties.isTodoCalendar {
      guard let path = DAVPath(href: response.href)?.asCollection, home.contains(path) else {
        continue
      }
      calendars.append((path, response.properties))
    }
    calendars.sort { $0.path.text.precedesExactly($1.path.text) }
    // A calendar with a numbered path was made for a list while its earlier calendar was in the server's trash. If the
    // earlier one is restored, they are two lists; the one that was there first keeps the identifier.
    var taken = Set(calendars.compactMap { lists[$0.path.text] })
    var numbered = Set(
      calendars.compactMap { calendar in
        lists[calendar.path.text].flatMap { calendar.path.isNumbered(after: $0) ? $0 : nil }
      })
    return calendars.map { path, properties in
      var list = lists[path.text] ?? CalDAVCollection.list(at: path, of: account)
      if lists[path.text] == nil {
        let isNumbered = path.isNumbered(after: list)
        if numbered.contains(list) || isNumbered && taken.contains(list) {
          list = CalDAVCollection.unnamedList(at: path, of: account)
        } else if isNumbered {
          numbered.insert(list)
        }
      }
      taken.insert(list)
      return CalDAVCollection(path: path, list: list, properties: properties)
    }
  }

  private func listHome() async throws(SyncError) -> [DAVResponse] {
    let cursor = try await known { () throws(StoreError) in
      try await store.syncCursor(of: .todo, of: account)
    }
    var properties = CalDAVCollection.firstProperties
    if let cursor {
      properties =
        try await isListingDue(since: cursor)
        ? CalDAVCollection.listingProperties : CalDAVCollection.properties
    }
    var answer = try await exchange.propfind(home, depth: 1, properties)
    // The server shows strangers a part of the home, instead of asking for the password.
    if answer.responses.allSatisfy({ $0.properties.currentUserPrincipal == nil }),
      exchange.authenticator.authenticatePreemptively()
    {
      answer = try await exchange.propfind(home, depth: 1, properties)
    }
    guard !answer.isCutOff, answer.responses.count <= Self.mostCollections else {
      throw .protocolViolation(detail: "too many calendars")
    }
    // The answer must contain the home itself; otherwise it belongs to something else.
    guard answer.responses.contains(where: { DAVPath(href: $0.href)?.asCollection == home }) else {
      throw .protocolViolation(detail: "a listing without the collection")
    }
    // A known calendar that the server cannot describe now is not gone, so the answer is not used.
    let unclear = answer.responses.filter(\.isUnclear)
      .compactMap { DAVPath(href: $0.href)?.asCollection.text }
    if !unclear.isEmpty {
      let paths = Set(unclear.map { ExactText($0) })
      guard try await !knownLists().contains(where: { paths.contains(ExactText($0.path)) }) else {
        throw .protocolViolation(detail: "a calendar of which nothing is told")
      }
    }
    return answer.responses
  }

  /// Whether a round lists a calendar completely that was read before.
  private func isListingDue(since cursor: SyncCursor) async throws(SyncError) -> Bool {
    let now = exchange.clock.now()
    guard round.mayList(at: now) else { return false }
    if try await isComparisonRequested() { return true }
    // A calendar with held deletions is listed by a report that gives the token itself.
    return CalDAVCursor(cursor)?.places.values
      .contains { $0.isHeld != true && $0.isListingDue(at: now) } == true
  }

  /// Whether an answer was inconsistent since everything was last listed (docs/decisions/0025).
  func isComparisonRequested() async throws(SyncError) -> Bool {
    let known = try await known { () throws(StoreError) in
      try await store.comparison(of: .todo, of: account)
    }
    return known.isDue
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

  func knownTodos(at paths: [String]) async throws(SyncError) -> [KnownResource] {
    try await known { () throws(StoreError) in
      try await store.resources(of: .todo, at: paths, in: account)
    }
  }

  /// How many to-dos of a list exist here without being known on the server: they are new, or the server lacked them
  /// when they were about to be sent, so they are made again.
  func unknownTodos(of list: ListID, besides known: Int) async throws(SyncError) -> Int {
    let present = try await self.known { () throws(StoreError) in
      try await store.todoCount(in: list)
    }
    return max(0, present - known)
  }

  /// Reads all lists in each round, and reports those that differ from what is known.
  func listChanges() async throws(SyncError) -> ChangePage {
    let found = try await collections(forReading: .list)
    let known = try await knownLists()
    var records: [RemoteRecord] = []
    for collection in found {
      let before = known.first { $0.path.isExactly(collection.path.text) }
      if before?.etag.isExactly(collection.tag) != true {
        var position: String?
        if let key = before?.key {
          let fields = try await self.known { () throws(StoreError) in
            try await store.fields(of: key, in: account)
          }
          if case .string(let known)? = fields["position"] { position = known }
        }
        records.append(collection.record(knownAt: position).askedAfter(before))
      }
    }
    let paths = Set(found.map { ExactText($0.path.text) })
    let missing = known.filter { !paths.contains(ExactText($0.path)) }
    var sizes: [Int] = []
    for list in missing {
      let todos = try await knownTodos(in: list.path).count
      sizes.append(
        todos + (try await unknownTodos(of: ListID(rawValue: list.key.id), besides: todos)))
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
      var kept = try await self.known { () throws(StoreError) in
        try await store.fields(of: key, in: account)
      }
      // Another device may have made the list again. With the creation time from here, it would look like the one made
      // here.
      if known == nil { kept[Todo.Field.createdAt] = nil }
      return found.record(
        after: known?.version, keeping: kept, except: rejectedFields.names(of: found.list))
    }
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: key, in: account)
    }
    return place == nil
      ? RemoteRecord(key: key, state: .absent, version: nil)
      : RemoteRecord(key: key, state: .deleted, version: .gone(key))
  }
}

extension DAVResponse {
  /// Whether it does not tell what the resource is, because of a server error or a status that cannot be read.
  fileprivate var isUnclear: Bool {
    [status, refused[.resourceType]].contains { status in
      status.map { $0 == 0 || (500...599).contains($0) } ?? false
    }
  }
}

extension RemoteRecord {
  /// The same record, with what was known of it when the server was asked.
  func askedAfter(_ known: KnownResource?) -> RemoteRecord {
    asked(after: known?.version.map(PendingChange.Precondition.version) ?? .absent)
  }

  func asked(after state: PendingChange.Precondition) -> RemoteRecord {
    RemoteRecord(
      key: key, state: self.state, version: version, askedAfter: state, acknowledged: acknowledged)
  }
}
