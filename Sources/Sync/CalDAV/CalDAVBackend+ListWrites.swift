import Basics
import Core

// Writing lists: calendars are made, and their visible properties are changed.

extension CalDAVBackend {
  func pushList(_ change: PendingChange) async throws(SyncError) -> RecordVersion {
    listing.noteWrite()
    defer { listing.noteWrite() }
    let tag = try change.precondition.etag().map(CalDAVCollection.shown(in:))
    switch change.operation {
    case .create(let fields):
      guard !newLists.haveToWait(at: exchange.clock.now()) else {
        throw .postponed(.tooManyNewLists)
      }
      return try await makeList(change.key, fields)
    case .update(let fields): return try await updateList(change.key, fields, from: tag)
    case .delete: return try await deleteList(change.key, from: tag)
    }
  }

  private func makeList(_ key: RecordKey, _ fields: RecordFields) async throws(SyncError)
    -> RecordVersion
  {
    let look = DAVCalendarLook(fields)
    let path: DAVPath
    do throws(SyncError) {
      path = try await makeCalendar(for: ListID(rawValue: key.id), look)
    } catch {
      // Nextcloud allows ten new lists an hour. Everything else goes on. If a server means more than new lists by this
      // status, it answers the next request with it as well.
      guard case .transient(.unavailable(status: 429), let pause) = error else { throw error }
      newLists.wait(pause, from: exchange.clock.now())
      throw .postponed(.tooManyNewLists)
    }
    // Some servers accept the request but ignore the properties in it.
    guard let made = try await exchange.properties(of: path, CalDAVCollection.properties) else {
      throw .protocolViolation(detail: "a calendar that was not made")
    }
    // The next listing would not contain it, so the list would be deleted here.
    guard made.isTodoCalendar else {
      throw .rejected(status: 403, code: "supported-calendar-component")
    }
    if let name = look.displayName, !made.displayName.isExactly(name) {
      _ = try await patch(path, DAVCalendarLook(displayName: name), over: made)
    }
    return Self.version(
      path.text, name: look.displayName ?? made.displayName, colour: made.colour ?? look.colour,
      order: made.order, isForeign: made.isForeign)
  }

  /// Makes a calendar at the first free path of a list.
  /// - Throws: ``SyncError/conflict`` if the list already has a calendar.
  private func makeCalendar(for list: ListID, _ look: DAVCalendarLook) async throws(SyncError)
    -> DAVPath
  {
    for segment in CalDAVCollection.segments(of: list) {
      let path = home.appending(segment).asCollection
      do throws(SyncError) {
        try await exchange.success(
          .init(
            method: .makeCalendar, path: path, headers: ["Content-Type": DAVExchange.xml],
            body: DAVRequestBody.makeCalendar(look)))
        return path
      } catch {
        guard case .rejected = error else { throw error }
        // Servers answer in different ways if the path is taken, and if they do not know the method.
        guard let there = try await exchange.properties(of: path, [.resourceType, .components])
        else {
          try await makeCollection(at: path, look)
          return path
        }
        if there.isTodoCalendar { throw .conflict }
        // The path is taken: the calendar that was deleted with the list keeps it in the server's trash, or the server
        // has put something else there. The next path is tried.
      }
    }
    throw .rejected(status: 405, code: "")
  }

  /// Makes a calendar at a free path, by the method of RFC 5689.
  /// - Throws: ``SyncError/conflict`` if a calendar is there by now: the request may have arrived twice.
  private func makeCollection(at path: DAVPath, _ look: DAVCalendarLook) async throws(SyncError) {
    do throws(SyncError) {
      try await exchange.success(
        .init(
          method: .makeCollection, path: path, headers: ["Content-Type": DAVExchange.xml],
          body: DAVRequestBody.makeCollection(look)))
    } catch {
      guard case .rejected = error,
        let there = try await exchange.properties(of: path, [.resourceType]), there.isCalendar
      else { throw error }
      throw .conflict
    }
  }

  private func updateList(_ key: RecordKey, _ fields: RecordFields, from tag: String?)
    async throws(SyncError) -> RecordVersion
  {
    do throws(SyncError) {
      return try await write(fields, to: try await collection(of: key, in: tag))
    } catch {
      // The calendar is gone, perhaps since it was read. After the conflict is merged, the edit makes the list again.
      throw error.isMissing ? .conflict : error
    }
  }

  private func write(_ fields: RecordFields, to collection: CalDAVCollection)
    async throws(SyncError) -> RecordVersion
  {
    let there = collection.properties
    var look = DAVCalendarLook(fields)
    if look.displayName.isExactly(there.displayName) { look.displayName = nil }
    if look.colour.isExactly(there.colour) { look.colour = nil }
    if look.order == there.order { look.order = nil }
    let isColourless = fields["colour"] == .null && there.colour != nil
    let taken = try await patch(collection.path, look, isColourless: isColourless, over: there)
    var left: Set<String> = []
    if look.colour != nil && taken.look.colour == nil || isColourless && !taken.isColourless {
      left.insert("colour")
    }
    if look.order != nil, taken.look.order == nil { left.insert("position") }
    rejectedFields.note(left, of: collection.list)
    return Self.version(
      collection.path.text, name: taken.look.displayName ?? there.displayName,
      colour: taken.isColourless ? nil : taken.look.colour ?? there.colour,
      order: taken.look.order ?? there.order, isForeign: there.isForeign)
  }

  /// The calendar of a list as it is now. There is no ETag for the server to compare: between this answer and the
  /// write, another device can change the calendar unnoticed.
  /// - Parameter others: properties to ask for besides the usual ones.
  func collection(
    of key: RecordKey, in tag: String?, besides others: [XMLName] = []
  ) async throws(SyncError) -> CalDAVCollection {
    let place = try await known { () throws(StoreError) in
      try await store.resource(of: key, in: account)
    }
    guard let path = place.flatMap({ DAVPath(href: $0.path) }) else { throw .conflict }
    let names = CalDAVCollection.properties + others
    guard let properties = try await exchange.properties(of: path, names), properties.isCalendar
    else { throw .rejected(status: 404, code: "") }
    let collection = CalDAVCollection(
      path: path, list: ListID(rawValue: key.id), properties: properties)
    guard tag.isExactly(collection.tag) else { throw .conflict }
    return collection
  }

  /// Writes the visible properties of a calendar, and reads them back: the answer may belong to something else, and an
  /// acknowledged write is not sent again.
  /// - Parameter before: the calendar before the write, with other properties.
  /// - Returns: the properties that the server has accepted.
  /// - Throws: ``SyncError/rejected(status:code:)`` if the server does not accept the name.
  private func patch(
    _ path: DAVPath, _ look: DAVCalendarLook, isColourless: Bool = false,
    over before: DAVProperties
  ) async throws(SyncError) -> (look: DAVCalendarLook, isColourless: Bool) {
    var taken = try await propose(path, look, isColourless: isColourless)
    guard taken.look != DAVCalendarLook() || taken.isColourless else { return taken }
    var now = try await shown(of: path)
    if let name = taken.look.displayName, now.displayName.isExactly(before.displayName) {
      // Either the server has lost a name that it had accepted, or it accepts no names. A second attempt tells.
      _ = try await propose(path, DAVCalendarLook(displayName: name), isColourless: false)
      now = try await shown(of: path)
      if now.displayName.isExactly(before.displayName) {
        throw .rejected(status: 403, code: "displayname")
      }
    }
    if now.colour.isExactly(before.colour) {
      taken.look.colour = nil
      taken.isColourless = false
    }
    if now.order == before.order { taken.look.order = nil }
    return taken
  }

  private func shown(of path: DAVPath) async throws(SyncError) -> DAVProperties {
    guard let now = try await exchange.properties(of: path, CalDAVCollection.properties) else {
      throw .conflict
    }
    return now
  }

  /// Sends new properties of a calendar.
  ///
  /// A colour or position that the server does not accept exists only on this computer. It is sent again only if the
  /// user changes it.
  /// - Returns: the properties that the server says it has accepted.
  /// - Throws: ``SyncError/rejected(status:code:)`` if it refuses the name.
  private func propose(_ path: DAVPath, _ look: DAVCalendarLook, isColourless: Bool)
    async throws(SyncError) -> (look: DAVCalendarLook, isColourless: Bool)
  {
    let parts =
      look.parts.map { (look: $0, isColourless: false) }
      + (isColourless ? [(look: DAVCalendarLook(), isColourless: true)] : [])
    guard !parts.isEmpty else { return (look, false) }
    if parts.count > 1,
      try await refusal(path, look, isColourless: isColourless, isNeeded: false) == nil
    {
      return (look, isColourless)
    }
    // A server writes several properties all or none (RFC 4918 §9.2), so each is sent by itself.
    var taken = (look: DAVCalendarLook(), isColourless: false)
    for part in parts {
      let isName = part.look.displayName != nil
      if let status = try await refusal(
        path, part.look, isColourless: part.isColourless, isNeeded: isName)
      {
        guard !isName else {
          throw .rejected(status: status, code: "displayname")
        }
        continue
      }
      taken.look.displayName = part.look.displayName ?? taken.look.displayName
      taken.look.colour = part.look.colour ?? taken.look.colour
      taken.look.order = part.look.order ?? taken.look.order
      taken.isColourless = taken.isColourless || part.isColourless
    }
    return taken
  }

  /// The status with which the server refuses properties; nil if it has written them.
  /// - Parameter isNeeded: whether a failure of the server is thrown; otherwise it counts as a refusal. Xandikos up to
  ///   0.4 fails each time that a colour is removed.
  private func refusal(
    _ path: DAVPath, _ look: DAVCalendarLook, isColourless: Bool, isNeeded: Bool
  ) async throws(SyncError) -> Int? {
    let body = DAVRequestBody.propertyUpdate(look, removing: isColourless ? [.colour] : [])
    do throws(SyncError) {
      let responses = try await exchange.proppatch(path, body).responses
      guard !responses.isEmpty else { throw SyncError.protocolViolation(detail: "no answer") }
      let statuses = responses.flatMap { $0.refused.values + [$0.status].compactMap(\.self) }
      return statuses.first { $0 >= 400 }
    } catch {
      switch error {
      case .rejected(let status, _) where !error.isMissing: return status
      case .transient(.unavailable(status: 500), nil) where !isNeeded: return 500
      default: throw error
      }
    }
  }

  private static func version(
    _ path: String, name: String?, colour: String?, order: Int?, isForeign: Bool
  ) -> RecordVersion {
    let tag = CalDAVCollection.tag(name: name, colour: colour, order: order, isForeign: isForeign)
    return RecordVersion(
      tag: tag, resource: RemoteResource(path: path, etag: tag, text: nil, isForeign: isForeign))
  }
}

extension DAVCalendarLook {
  /// The properties of a calendar for the fields of a list.
  fileprivate init(_ fields: RecordFields) {
    self.init()
    if case .string(let name)? = fields["name"] { displayName = name }
    if case .string(let colour)? = fields["colour"] { self.colour = CalDAVColour.property(colour) }
    // Some servers store it in 32 bits.
    if case .string(let key)? = fields["position"], let number = CalendarOrder.number(of: key) {
      order = Int(Int32(clamping: number))
    }
  }

  /// Each property by itself.
  fileprivate var parts: [DAVCalendarLook] {
    [
      DAVCalendarLook(displayName: displayName), DAVCalendarLook(colour: colour),
      DAVCalendarLook(order: order),
    ].filter { $0 != DAVCalendarLook() }
  }
}
