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
    let properties = DAVCalendarProperties(fields)
    let path: DAVPath
    do throws(SyncError) {
      path = try await makeCalendar(for: ListID(rawValue: key.id), properties)
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
    if let name = properties.displayName, !made.displayName.isExactly(name) {
      _ = try await patch(path, DAVCalendarProperties(displayName: name), over: made)
    }
    return Self.version(
      path.text, name: properties.displayName ?? made.displayName,
      colour: made.colour ?? properties.colour,
      order: made.order, isForeign: made.isForeign)
  }

  /// Makes a calendar at the first free path of a list.
  /// - Throws: ``SyncError/conflict`` if the list already has a calendar.
  private func makeCalendar(for list: ListID, _ properties: DAVCalendarProperties)
    async throws(SyncError)
    -> DAVPath
  {
    for segment in CalDAVCollection.segments(of: list) {
      let path = home.appending(segment).asCollection
      do throws(SyncError) {
        try await exchange.success(
          .init(
            method: .makeCalendar, path: path, headers: ["Content-Type": DAVExchange.xml],
            body: DAVRequestBody.makeCalendar(properties)))
        return path
      } catch {
        guard case .rejected = error else { throw error }
        // Servers answer in different ways if the path is taken, and if they do not know the method.
        guard let there = try await exchange.properties(of: path, [.resourceType, .components])
        else {
          try await makeCollection(at: path, properties)
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
  private func makeCollection(at path: DAVPath, _ properties: DAVCalendarProperties)
    async throws(SyncError)
  {
    do throws(SyncError) {
      try await exchange.success(
        .init(
          method: .makeCollection, path: path, headers: ["Content-Type": DAVExchange.xml],
          body: DAVRequestBody.makeCollection(properties)))
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
    var properties = DAVCalendarProperties(fields)
    if properties.displayName.isExactly(there.displayName) { properties.displayName = nil }
    if properties.colour.isExactly(there.colour) { properties.colour = nil }
    if properties.order == there.order { properties.order = nil }
    let isColourless = fields["colour"] == .null && there.colour != nil
    let taken = try await patch(
      collection.path, properties, isColourless: isColourless, over: there)
    var left: Set<String> = []
    if properties.colour != nil && taken.properties.colour == nil
      || isColourless && !taken.isColourless
    {
      left.insert("colour")
    }
    if properties.order != nil, taken.properties.order == nil { left.insert("position") }
    rejectedFields.note(left, of: collection.list)
    return Self.version(
      collection.path.text, name: taken.properties.displayName ?? there.displayName,
      colour: taken.isColourless ? nil : taken.properties.colour ?? there.colour,
      order: taken.properties.order ?? there.order, isForeign: there.isForeign)
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
    _ path: DAVPath, _ properties: DAVCalendarProperties, isColourless: Bool = false,
    over before: DAVProperties
  ) async throws(SyncError) -> (properties: DAVCalendarProperties, isColourless: Bool) {
    var taken = try await propose(path, properties, isColourless: isColourless)
    guard taken.properties != DAVCalendarProperties() || taken.isColourless else { return taken }
    var now = try await shown(of: path)
    if let name = taken.properties.displayName, now.displayName.isExactly(before.displayName) {
      // Either the server has lost a name that it had accepted, or it accepts no names. A second attempt tells.
      _ = try await propose(path, DAVCalendarProperties(displayName: name), isColourless: false)
      now = try await shown(of: path)
      if now.displayName.isExactly(before.displayName) {
        throw .rejected(status: 403, code: "displayname")
      }
    }
    if now.colour.isExactly(before.colour) {
      taken.properties.colour = nil
      taken.isColourless = false
    }
    if now.order == before.order { taken.properties.order = nil }
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
  private func propose(_ path: DAVPath, _ properties: DAVCalendarProperties, isColourless: Bool)
    async throws(SyncError) -> (properties: DAVCalendarProperties, isColourless: Bool)
  {
    let parts =
      properties.parts.map { (properties: $0, isColourless: false) }
      + (isColourless ? [(properties: DAVCalendarProperties(), isColourless: true)] : [])
    guard !parts.isEmpty else { return (properties, false) }
    if parts.count > 1,
      try await refusal(path, properties, isColourless: isColourless, isNeeded: false) == nil
    {
      return (properties, isColourless)
    }
    // A server writes several properties all or none (RFC 4918 §9.2), so each is sent by itself.
    var taken = (properties: DAVCalendarProperties(), isColourless: false)
    for part in parts {
      let isName = part.properties.displayName != nil
      if let status = try await refusal(
        path, part.properties, isColourless: part.isColourless, isNeeded: isName)
      {
        guard !isName else {
          throw .rejected(status: status, code: "displayname")
        }
        continue
      }
      taken.properties.displayName = part.properties.displayName ?? taken.properties.displayName
      taken.properties.colour = part.properties.colour ?? taken.properties.colour
      taken.properties.order = part.properties.order ?? taken.properties.order
      taken.isColourless = taken.isColourless || part.isColourless
    }
    return taken
  }

  /// The status with which the server refuses properties; nil if it has written them.
  /// - Parameter isNeeded: whether a failure of the server is thrown; otherwise it counts as a refusal. Xandikos up to
  ///   0.4 fails each time that a colour is removed.
  private func refusal(
    _ path: DAVPath, _ properties: DAVCalendarProperties, isColourless: Bool, isNeeded: Bool
  ) async throws(SyncError) -> Int? {
    let body = DAVRequestBody.propertyUpdate(properties, removing: isColourless ? [.colour] : [])
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

extension DAVCalendarProperties {
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
  fileprivate var parts: [DAVCalendarProperties] {
    [
      DAVCalendarProperties(displayName: displayName), DAVCalendarProperties(colour: colour),
      DAVCalendarProperties(order: order),
    ].filter { $0 != DAVCalendarProperties() }
  }
}
