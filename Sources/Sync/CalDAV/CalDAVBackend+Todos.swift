import Basics
import Core

// Sending to-dos. Each write carries the ETag of the version that it was made for.

extension CalDAVBackend {
  func pushTodo(_ change: PendingChange) async throws(SyncError) -> RecordVersion {
    let etag = try change.precondition.etag()
    switch change.operation {
    case .create(let fields):
      return try await create(change, fields)
    case .update(let fields):
      guard let etag else { throw .conflict }
      return try await update(change, fields, from: etag)
    case .delete:
      return try await delete(change, from: etag)
    }
  }

  private func create(_ change: PendingChange, _ fields: RecordFields) async throws(SyncError)
    -> RecordVersion
  {
    // The second look of the last attempt may have got no answer.
    try await requireOnce(change.key)
    // A to-do that was taken for deleted may have been moved during the search. A to-do whose making was not answered
    // may be in another list: it was sent to that one, or somebody has moved it since. Making it now would duplicate
    // it.
    let isAttempted = round.begin(making: change.key)
    let mayBeThere = isAttempted || change.isSentAgain || change.precondition != .absent
    if mayBeThere, try await fetchTodo(change.key).version?.resource != nil {
      round.end(making: change.key)
      throw .conflict
    }
    let collection = try await path(of: change.list)
    // The server may have lost a whole list, so only the file name is looked for.
    if change.isMadeAgain, !mayBeThere, try await isAnywhere(change.key, andIn: collection) {
      round.end(making: change.key)
      throw .conflict
    }
    let path = collection.appending(CalDAVText.fileName(of: change.key))
    let written: WrittenText
    do throws(SyncError) {
      written = try await writing(to: collection) { () throws(SyncError) in
        try await put(to: path, if: .absent) { dueTimesRing in
          CalDAVText.new(
            change.key, fields, user: user, dueTimesRing: dueTimesRing, now: exchange.clock.now())
        }
      }
    } catch {
      if case .postponed = error, !isAttempted { round.end(making: change.key) }
      // Something else has the file name. A retry would not help, and would hold up everything else.
      if case .conflict = error, let there = try await exchange.get(path),
        !uid(in: there.text).isExactly(change.key.id)
      {
        round.end(making: change.key)
        throw .rejected(status: 412, code: "target-exists")
      }
      throw error
    }
    round.end(making: change.key)
    if change.isMadeAgain || change.precondition != .absent {
      round.keep(.init(path: path, etag: written.etag, text: written.text), of: change.key)
      try await requireOnce(change.key)
    }
    return Self.version(change.key, path, written.etag, written.text)
  }

  /// Looks a second time for a to-do that was made again: another device may have made it in another calendar between
  /// the first look and the write. Then the one made here is deleted, unless somebody has changed it. If both devices
  /// do that, none is left, and each looks again before it sends its own.
  /// - Throws: ``SyncError/conflict`` if the one made here was deleted.
  private func requireOnce(_ key: RecordKey) async throws(SyncError) {
    guard let made = round.made(key) else { return }
    var isTwice = false
    do throws(SyncError) {
      isTwice = try await isAnywhere(key, besides: made.path.parent)
    } catch {
      // A calendar that cannot be read is no reason to refuse the to-do that was made.
      guard case .rejected = error else { throw error }
    }
    if isTwice, let etag = try await etag(of: made, key) {
      try await exchange.delete(made.path, ifMatch: etag)
      round.forget(key)
      throw .conflict
    }
    round.forget(key)
  }

  /// The ETag of the to-do that was made; nil if something else is in its place by now.
  private func etag(of made: CalDAVRoundMemory.Made, _ key: RecordKey) async throws(SyncError)
    -> String?
  {
    if let etag = made.etag { return etag }
    // The text is read after its ETag: anything that somebody writes between the two requests differs from one of them.
    let present = try await exchange.properties(of: made.path, [.etag])?.etag
    guard let text = try await exchange.get(made.path)?.text else { return nil }
    let fields = [text, made.text].map { text -> RecordFields? in
      let content = CalDAVText.read(text, of: key.id, in: ListID(rawValue: ""), user: user)
      guard case .todo(_, let fields) = content else { return nil }
      return fields
    }
    return fields[0] == fields[1] ? present.flatMap(CalDAVETag.normalized) : nil
  }

  /// The text that was sent, and the ETag that it got.
  private typealias WrittenText = (text: String, etag: String?)

  /// Writes a to-do. If the server refuses the default alarm of a due time, as Synology's does, the to-do is sent
  /// without it: nobody chose that alarm.
  /// - Parameter make: gives the text, with or without the default alarm.
  private func put(
    to path: DAVPath, if condition: DAVExchange.Precondition,
    _ make: (Bool) throws(SyncError) -> String
  ) async throws(SyncError) -> WrittenText {
    let dueTimesRing = await dueTimesRing()
    let text = try make(dueTimesRing)
    do throws(SyncError) {
      return (text, try await exchange.put(text, to: path, if: condition))
    } catch {
      guard dueTimesRing, case .rejected = error else { throw error }
      let plain = try make(false)
      guard plain.utf8.count < text.utf8.count else { throw error }
      return (plain, try await exchange.put(plain, to: path, if: condition))
    }
  }

  /// Whether any calendar has a to-do under the file name that it gets when it is made here. Asks for no ctags, which
  /// cost some servers more than everything else (docs/decisions/0060).
  /// - Parameters:
  ///   - first: the calendar for which the to-do is meant, if that is searched too. It is searched first: a to-do that
  ///     is moved out of it meanwhile is found in a later one.
  ///   - own: the calendar in which the to-do was made, which is not searched.
  private func isAnywhere(
    _ key: RecordKey, andIn first: DAVPath? = nil, besides own: DAVPath? = nil
  ) async throws(SyncError) -> Bool {
    let calendars = try await exchange.propfind(home, depth: 1, [.resourceType, .components])
    let paths = calendars.responses.filter(\.properties.isTodoCalendar)
      .compactMap { DAVPath(href: $0.href)?.asCollection }
    let others = paths.filter { home.contains($0) && $0 != first && $0 != own }
    for path in [first].compactMap(\.self) + others {
      let place = path.appending(CalDAVText.fileName(of: key))
      guard let found = try await exchange.get(place) else { continue }
      if uid(in: found.text).isExactly(key.id), try await !isAnother(place, than: key) {
        return true
      }
    }
    return false
  }

  private func update(
    _ change: PendingChange, _ changed: RecordFields, from etag: String
  ) async throws(SyncError) -> RecordVersion {
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: change.key, in: account)
    }
    // Without the text of that version, the parts of it that are not fields would be lost.
    guard let place, place.etag.isExactly(etag), let text = place.text,
      var path = DAVPath(href: place.path)
    else { throw .conflict }
    try await requireWhole(text, at: path)
    var present = etag
    if changed["listID"] != nil {
      let target = try await self.path(of: change.list)
      if target != path.parent {
        let place = path
        path = try await writing(to: target) { () throws(SyncError) in
          try await move(change.key, at: place, to: target, ifMatch: etag, of: text)
        }
        present = try await self.etag(at: path, of: text, movedWith: etag)
      }
    }
    if changed.keys.allSatisfy({ $0.isExactly("listID") }) {
      return Self.version(change.key, path, present, text)
    }
    // After a merge, the modification time may be the server's and not among the changes. It is passed on all the same:
    // otherwise the time of sending would be written.
    let moment = change.fields?[Todo.Field.modifiedAt]
    let target = changed.merging(moment.map { [Todo.Field.modifiedAt: $0] } ?? [:]) { $1 }
    var named = NamedChildren()
    if target[Todo.Field.parent] == .null { named = try await namedChildren(in: path.parent) }
    // If the to-do's calendar is gone, the to-do is gone with it, and servers refuse the write like that of a new
    // resource.
    let written = try await changing(path) { () throws(SyncError) in
      try await put(to: path, if: .etag(present)) { dueTimesRing throws(SyncError) in
        try CalDAVText.edit(
          text, of: change.key.id, to: target, named: named, user: user, dueTimesRing: dueTimesRing,
          now: exchange.clock.now())
      }
    }
    // Here nothing is known of excluded occurrences. If the new dates are those of one, the text is read as a later
    // occurrence, so it has to be read here, too.
    let isReadAlike = CalDAVText.hasDates(target, written.text, of: change.key.id, user: user)
    return Self.version(change.key, path, isReadAlike ? written.etag : nil, written.text)
  }

  /// Moves a resource to another calendar, under another file name if something else has its name there: names are
  /// unique only within a calendar. One failed precondition has two meanings (RFC 4918 §9.9.4): the resource has
  /// changed, or something is at the target.
  /// - Returns: the new path.
  /// - Throws: ``SyncError/rejected(status:code:)`` if a copy of the resource is at the target, for instance another
  ///   program's. A retry would not help, and would hold up everything else.
  private func move(
    _ key: RecordKey, at path: DAVPath, to target: DAVPath, ifMatch etag: String, of text: String
  ) async throws(SyncError) -> DAVPath {
    let moved = target.appending(path.name ?? CalDAVText.fileName(of: key))
    let there: DAVExchange.Resource
    do throws(SyncError) {
      try await exchange.move(path, to: moved, ifMatch: etag)
      return moved
    } catch {
      guard case .conflict = error, let found = try await exchange.get(moved),
        let present = try await exchange.properties(of: path, [.etag])?.etag,
        CalDAVETag.normalized(present).isExactly(etag)
      else { throw error }
      there = found
    }
    let copied = SyncError.rejected(status: 412, code: "target-exists")
    if let own = uid(in: text), uid(in: there.text).isExactly(own) { throw copied }
    let other = target.appending(CalDAVNames.identifier(of: Array(path.text.utf8)) + ".ics")
    do throws(SyncError) {
      try await exchange.move(path, to: other, ifMatch: etag)
      return other
    } catch {
      guard case .conflict = error else { throw error }
      throw copied
    }
  }

  /// The ETag of a resource after a move. Most servers keep the ETag, but few return it.
  /// - Throws: ``SyncError/conflict`` if somebody has changed it since.
  private func etag(at path: DAVPath, of text: String, movedWith etag: String)
    async throws(SyncError) -> String
  {
    let found = try await exchange.properties(of: path, [.etag])
    guard let new = found?.etag.flatMap(CalDAVETag.normalized) else { throw .conflict }
    if new.isExactly(etag) { return new }
    guard let resource = try await exchange.get(path), resource.text.isExactly(text),
      let present = resource.etag
    else { throw .conflict }
    return present
  }

  private func delete(_ change: PendingChange, from etag: String?) async throws(SyncError)
    -> RecordVersion
  {
    guard let etag else {
      // An earlier request to make the to-do may have arrived without an answer.
      if try await fetchTodo(change.key).version?.resource != nil { throw .conflict }
      return .gone(change.key)
    }
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: change.key, in: account)
    }
    guard let place, let path = DAVPath(href: place.path) else { throw .conflict }
    if let text = place.text { try await requireWhole(text, at: path) }
    if place.etag.isExactly(etag), let text = place.text,
      let rest = try CalDAVText.removing(change.key.id, from: text)
    {
      // An event in the same resource is kept.
      _ = try await exchange.put(rest, to: path, if: .etag(etag))
    } else {
      try await exchange.delete(path, ifMatch: etag)
    }
    return .gone(change.key)
  }

  /// The path of a list's calendar.
  private func path(of list: ListID?) async throws(SyncError) -> DAVPath {
    guard let list else { throw .rejected(status: 409, code: "no-list") }
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: RecordKey(kind: .list, id: list.rawValue), in: account)
    }
    if let path = place.flatMap({ DAVPath(href: $0.path) }) { return path.asCollection }
    guard let found = try await collections().first(where: { $0.list == list }) else {
      throw .postponed(.listIsMissing)
    }
    return found.path
  }

  /// The version after a write. Without an ETag, nobody knows what the server has stored, so the next pull reads it.
  private static func version(_ key: RecordKey, _ path: DAVPath, _ etag: String?, _ text: String)
    -> RecordVersion
  {
    .todo(key, RemoteResource(path: path.text, etag: etag, text: text))
  }
}
