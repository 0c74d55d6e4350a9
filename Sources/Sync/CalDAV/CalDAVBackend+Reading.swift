import Basics
import Core

// Resources become records. A resource that cannot be read is reported and does not stop the others.

extension CalDAVBackend {
  /// Reads the next resources of a round.
  func readNext(_ rest: inout CalDAVRound) async throws(SyncError) -> [RemoteRecord] {
    guard let first = rest.unread.first else { return [] }
    // Texts that came with the listing make no request longer, so a page may have more of them.
    let size = first.text == nil ? pageSize : 4 * pageSize
    let part = Array(rest.unread.prefix(size))
    rest.unread = rest.unread.dropFirst(part.count)
    let path = first.path.parent
    guard let collection = rest.collections[path.text] else { return [] }
    var texts: [DAVPath: DAVProperties] = [:]
    for response in try await contents(of: part.filter { $0.text == nil }, in: path)
    where response.properties.calendarData != nil {
      if let path = DAVPath(href: response.href) { texts[path] = response.properties }
    }
    var byPath: [ExactText: KnownResource] = [:]
    for resource in try await knownTodos(at: part.map(\.path.text)) {
      byPath[ExactText(resource.path)] = resource
    }
    var named: NamedChildren
    if let present = rest.named[path.text] {
      named = present
    } else {
      named = try await namedChildren(in: path)
    }
    var resources: [DAVExchange.Resource?] = []
    for listed in part {
      if let text = listed.text {
        resources.append(.init(path: listed.path, etag: listed.etag, text: text))
      } else if let properties = texts[listed.path] {
        resources.append(
          .init(
            path: listed.path,
            etag: properties.etag.flatMap(CalDAVETag.normalized) ?? listed.etag,
            text: properties.calendarData))
      } else {
        // The answer lacks a text for this resource. Some servers leave out resources that they do not have or cannot
        // send, and some report a resource as missing that they have just listed.
        resources.append(try await contents(of: listed))
      }
    }
    var contents = await CalDAVText.read(
      zip(part, resources).map { (byPath[ExactText($0.path.text)]?.key.id, $1?.text) },
      in: collection.list, user: user)
    for (index, content) in contents.enumerated() {
      guard case .unreadable = content, let resource = resources[index] else { continue }
      let id = byPath[ExactText(part[index].path.text)]?.key.id
      (resources[index], contents[index]) = try await self.again(
        resource, content, of: id, in: collection)
    }
    let new = zip(part, contents).compactMap { listed, content in
      byPath[ExactText(listed.path.text)] == nil ? content.key : nil
    }
    let places = try await known { () throws(StoreError) in
      try await store.paths(of: new, in: account)
    }
    var found: [Found] = []
    var other: Set<ExactText> = []
    for ((listed, resource), content) in zip(zip(part, resources), contents) {
      let before = byPath[ExactText(listed.path.text)]
      if let resource,
        let new = try await self.found(resource, content, known: before, places, &rest)
      {
        found.append(new)
        other.formUnion(named.note(new.content.children, by: new.key.id))
      } else if let before {
        rest.note(missing: [before])
        if rest.sizes[path.text] == nil {
          rest.sizes[path.text] = try await knownTodos(in: path.text).count
        }
      }
    }
    rest.named[path.text] = named
    try await readAgain(other.subtracting(found.map { ExactText($0.key.id) }), in: path, &rest)
    return try await notingDeletions(
      found.map { Self.record($0.content, of: $0.key, $0.resource, named).askedAfter($0.known) })
  }

  /// Reads unchanged to-dos again whose parent changes because another to-do names them as its part: their texts are
  /// needed.
  /// - Parameter uids: the UIDs that other to-dos have begun or ceased to name.
  private func readAgain(
    _ uids: Set<ExactText>, in collection: DAVPath, _ rest: inout CalDAVRound
  ) async throws(SyncError) {
    guard !uids.isEmpty else { return }
    var waiting = Set(rest.unread.map(\.path))
    for resource in try await knownTodos(in: collection.text)
    where uids.contains(ExactText(resource.key.id)) {
      guard rest.found[ExactText(resource.key.id)] == nil,
        let path = DAVPath(href: resource.path), waiting.insert(path).inserted
      else { continue }
      rest.unread.append(.init(path: path, href: resource.path, etag: resource.etag))
    }
    for uid in uids.sorted(by: { $0.text.precedesExactly($1.text) }) {
      guard let path = rest.found[uid], waiting.insert(path).inserted else { continue }
      rest.unread.append(.init(path: path, href: path.text, etag: nil))
    }
  }

  /// A resource with a to-do, or one that cannot be read.
  private struct Found {
    let key: RecordKey
    let known: KnownResource?
    let content: CalDAVText.Content
    let resource: DAVExchange.Resource
  }

  /// Notes for records that are not known at their place whether they are known as deleted. Such a record is not
  /// outdated: somebody has made it again, or moved it between two listings.
  private func notingDeletions(_ records: [RemoteRecord]) async throws(SyncError) -> [RemoteRecord]
  {
    let new = records.filter { $0.askedAfter == .absent }.map(\.key)
    let versions = try await known { () throws(StoreError) in
      try await store.versions(of: new, of: account)
    }
    return records.map { record in
      guard record.askedAfter == .absent, let version = versions[record.key], version.isGone else {
        return record
      }
      return record.asked(after: .version(version.tag))
    }
  }

  /// The contents of some resources in one answer. Empty if they cannot be read together: one of them makes the answer
  /// invalid, the answer is too long, or the server does not know the report.
  private func contents(of part: [CalDAVRound.Listed], in path: DAVPath)
    async throws(SyncError) -> [DAVResponse]
  {
    guard !part.isEmpty else { return [] }
    do throws(SyncError) {
      let answer = try await exchange.report(
        path, depth: 1, DAVRequestBody.multiget(part.map(\.href), [.etag, .calendarData]),
        maxResponseBytes: Self.mostBytesAtOnce)
      return answer.responses.filter {
        $0.properties.calendarData == nil || answer.contents(of: $0) != nil
      }
    } catch {
      switch error {
      case .protocolViolation, .rejected: return []
      case .transient, .conflict, .postponed, .authentication, .untrusted: throw error
      }
    }
  }

  /// One resource by itself; nil if it is gone. The listed ETag may belong to an earlier text; then the next round
  /// finds another ETag and reads the resource again.
  private func contents(of listed: CalDAVRound.Listed) async throws(SyncError)
    -> DAVExchange.Resource?
  {
    guard let found = try await exchange.get(listed.path) else { return nil }
    return .init(path: found.path, etag: found.etag ?? listed.etag, text: found.text)
  }

  /// Asks once more for a resource that cannot be read: only the first answer may have been damaged.
  private func again(
    _ resource: DAVExchange.Resource, _ content: CalDAVText.Content, of id: String?,
    in collection: CalDAVCollection
  ) async throws(SyncError) -> (DAVExchange.Resource, CalDAVText.Content) {
    guard let again = try await exchange.get(resource.path) else { return (resource, content) }
    return (
      .init(path: again.path, etag: again.etag ?? resource.etag, text: again.text),
      CalDAVText.read(again.text, of: id, in: collection.list, user: user)
    )
  }

  /// The record of a resource, with what was known of it; nil for a resource without a to-do.
  /// - Parameter places: the known places of the to-dos that are not known at this place.
  private func found(
    _ resource: DAVExchange.Resource, _ content: CalDAVText.Content, known: KnownResource?,
    _ places: [RecordKey: ExactText], _ rest: inout CalDAVRound
  ) async throws(SyncError) -> Found? {
    if case .nothing = content { return nil }
    var known = known
    let key: RecordKey
    if let known {
      key = known.key
    } else {
      (key, known) = try await newKey(content, at: resource.path, places, rest)
    }
    rest.found[ExactText(key.id)] = resource.path
    return Found(key: key, known: known, content: content, resource: resource)
  }

  private static func record(
    _ content: CalDAVText.Content, of key: RecordKey, _ resource: DAVExchange.Resource,
    _ named: NamedChildren
  ) -> RemoteRecord {
    let place = RemoteResource(
      path: resource.path.text, etag: resource.etag, text: resource.text)
    let version = RecordVersion.todo(key, place)
    switch content {
    case .todo(let todo, var fields):
      let parent = named.parent(of: todo)
      if let parent { fields[Todo.Field.parent] = .string(parent) }
      return RemoteRecord(
        key: key, state: .live(fields), version: .todo(key, place, partOf: parent),
        acknowledged: todo.acknowledged)
    case .unreadable(_, let detail):
      return RemoteRecord(key: key, state: .unreadable(detail: detail), version: version)
    case .nothing: return RemoteRecord(key: key, state: .absent, version: version)
    }
  }

  /// The key of a to-do that is not known at this place: its UID, unless another resource has the same UID (RFC 4791
  /// §4.1 forbids that only within one calendar). If the to-do was moved here, also what was known of it at its old
  /// place.
  private func newKey(
    _ content: CalDAVText.Content, at path: DAVPath, _ places: [RecordKey: ExactText],
    _ rest: CalDAVRound
  ) async throws(SyncError) -> (key: RecordKey, moved: KnownResource?) {
    func other() -> RecordKey {
      RecordKey(
        kind: .todo,
        id: CalDAVNames.identifier(of: Array(account.rawValue.utf8) + [0] + Array(path.text.utf8)))
    }
    guard let key = content.key else { return (other(), nil) }
    // The to-do may have been moved here since it was found there.
    if let place = rest.found[ExactText(key.id)], place != path,
      try await exchange.properties(of: place, [.etag]) != nil
    {
      return (other(), nil)
    }
    guard let place = places[key], place != ExactText(path.text),
      let before = DAVPath(href: place.text)
    else { return (key, nil) }
    if let moved = rest.missing[place], moved.key == key { return (key, moved) }
    guard try await exchange.properties(of: before, [.etag]) == nil else { return (other(), nil) }
    // Its old calendar is listed later in this round. Another program may also have renamed the file.
    return (key, try await knownTodos(at: [place.text]).first { $0.key == key })
  }

  // MARK: Single records

  func fetchTodo(_ key: RecordKey) async throws(SyncError) -> RemoteRecord {
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: key, in: account)
    }
    if let path = place.flatMap({ DAVPath(href: $0.path) }),
      let found = try await exchange.get(path)
    {
      let list = try await list(at: path.parent)
      return try await record(of: found, in: list, key)
    }
    // It was moved, or made here without an answer: the last segment of its path stays the same.
    let name = place.flatMap { DAVPath(href: $0.path)?.name } ?? CalDAVText.fileName(of: key)
    let uid = place == nil ? key.id : uid(in: place?.text)
    let collections = try await collections(firstThatOf: key)
    for collection in collections {
      let path = collection.path.appending(name)
      if place.map({ path.text.isExactly($0.path) }) == true { continue }
      guard let found = try await exchange.get(path) else { continue }
      if try await isAnother(path, than: key) { continue }
      let content = CalDAVText.read(found.text, of: key.id, in: collection.list, user: user)
      // Another calendar may have something else under this name.
      if let found = content.uid, let uid, !found.isExactly(uid) { continue }
      if place == nil, content.uid == nil { continue }
      return try await record(of: found, in: collection.list, key)
    }
    // Another program may have renamed the file, also after a request to make it that was not answered.
    if let uid, let found = try await renamed(uid, key, from: place, in: collections) {
      return found
    }
    return place == nil
      ? RemoteRecord(key: key, state: .absent, version: nil)
      : RemoteRecord(key: key, state: .deleted, version: .gone(key))
  }

  /// The most files that are read for one UID: a server may ignore the filter and name all files that it has.
  private static let mostRenamed = 10

  /// Finds a to-do whose file was renamed: by its UID, among the files that are not known here.
  /// - Parameter place: where it was before; nil if that is not known.
  private func renamed(
    _ uid: String, _ key: RecordKey, from place: RemoteResource?, in collections: [CalDAVCollection]
  ) async throws(SyncError) -> RemoteRecord? {
    for collection in collections {
      let answer: Multistatus
      do throws(SyncError) {
        answer = try await exchange.report(
          collection.path, depth: 1, DAVRequestBody.todoQuery([.etag], uid: uid))
      } catch {
        guard case .rejected = error else { throw error }
        continue
      }
      let paths = answer.responses.filter(\.isSuccess)
        .compactMap { DAVPath(href: $0.href) }
        .filter { collection.path.contains($0) && place?.path.isExactly($0.text) != true }
      let known = Set(try await knownTodos(at: paths.map(\.text)).map { ExactText($0.path) })
      for path in paths.filter({ !known.contains(ExactText($0.text)) }).prefix(Self.mostRenamed) {
        guard let found = try await exchange.get(path),
          self.uid(in: found.text).isExactly(uid)
        else { continue }
        return try await record(of: found, in: collection.list, key)
      }
    }
    return nil
  }

  /// Whether a resource is known as another to-do, which has the same UID in another calendar. Otherwise two records
  /// would write the same resource.
  func isAnother(_ path: DAVPath, than key: RecordKey) async throws(SyncError) -> Bool {
    try await knownTodos(at: [path.text]).contains { $0.key != key }
  }

  /// The calendars, beginning with that of the to-do's list here: a to-do that is moved out of it during the search is
  /// found in a later one.
  private func collections(firstThatOf key: RecordKey) async throws(SyncError)
    -> [CalDAVCollection]
  {
    let found = try await collections()
    let fields = try await known { () throws(StoreError) in
      try await store.fields(of: key, in: account)
    }
    guard case .string(let list)? = fields["listID"],
      let own = found.firstIndex(where: { $0.list.rawValue.isExactly(list) })
    else { return found }
    return [found[own]] + found[..<own] + found[(own + 1)...]
  }

  /// The UID in a text; nil if it cannot be read.
  func uid(in text: String?) -> String? {
    text.flatMap { CalDAVText.read($0, in: ListID(rawValue: ""), user: user).uid }
  }

  private func record(of found: DAVExchange.Resource, in list: ListID, _ key: RecordKey)
    async throws(SyncError) -> RemoteRecord
  {
    var resource = found
    if resource.etag == nil {
      // The text is read after its ETag: an older text would overwrite what was written between the two requests.
      let properties = try await exchange.properties(of: found.path, [.etag])
      let text = try await exchange.get(found.path)?.text ?? found.text
      resource = .init(
        path: found.path, etag: properties?.etag.flatMap(CalDAVETag.normalized), text: text)
    }
    let content = CalDAVText.read(resource.text, of: key.id, in: list, user: user)
    if case .nothing = content {
      return RemoteRecord(key: key, state: .deleted, version: .gone(key))
    }
    let named = try await namedChildren(in: resource.path.parent)
    return Self.record(content, of: key, resource, named)
  }

  /// The list of a calendar.
  private func list(at path: DAVPath) async throws(SyncError) -> ListID {
    let known = try await known { () throws(StoreError) in
      try await store.record(at: path.asCollection.text, of: .list, in: account)
    }
    return known.map { ListID(rawValue: $0.id) } ?? CalDAVCollection.list(at: path, of: account)
  }
}
