import Basics
import Core

// What is written of lists: calendars are made, and what is shown of them is changed.

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
      // Nextcloud takes ten in an hour. Everything else goes on, also where a server means more by it: then it says the
      // same again.
      guard case .transient(.unavailable(status: 429), let pause) = error else { throw error }
      newLists.wait(pause, from: exchange.clock.now())
      throw .postponed(.tooManyNewLists)
    }
    // Some servers take the request and leave out what it says.
    guard let made = try await exchange.properties(of: path, CalDAVCollection.properties) else {
      throw .protocolViolation(detail: "a calendar that was not made")
    }
    // It would be missing in the next listing, and the list here be deleted for that.
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

  /// Makes a calendar at the first path of a list where nothing is.
  /// - Throws: ``SyncError/conflict`` if the list has a calendar.
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
        // Servers have several answers where something is already, and where they do not know the method.
        guard let there = try await exchange.properties(of: path, [.resourceType, .components])
        else {
          try await makeCollection(at: path, look)
          return path
        }
        if there.isTodoCalendar { throw .conflict }
        // The calendar that was deleted with the list is in the server's trash and keeps its path, or the server has made
        // something else of it.
      }
    }
    throw .rejected(status: 405, code: "")
  }

  /// Makes a calendar where nothing is, by the method of RFC 5689.
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
      // It is gone, perhaps since it was looked at. What is to be written brings it back.
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
    untaken.note(left, of: collection.list)
    return Self.version(
      collection.path.text, name: taken.look.displayName ?? there.displayName,
      colour: taken.isColourless ? nil : taken.look.colour ?? there.colour,
      order: taken.look.order ?? there.order, isForeign: there.isForeign)
  }

  /// The calendar of a list as it is now. Nothing makes the server compare it: between this answer and the write,
  /// another device can change it unnoticed.
  /// - Parameter others: properties that are asked for besides the usual ones.
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

  /// Writes what is shown of a calendar, and looks whether that has happened: an answer may be about something else, and
  /// what counts as written is not sent again.
  /// - Parameter before: the calendar as it was, which shows something else.
  /// - Returns: what the server has taken.
  /// - Throws: ``SyncError/rejected(status:code:)`` if it does not take the name.
  private func patch(
    _ path: DAVPath, _ look: DAVCalendarLook, isColourless: Bool = false,
    over before: DAVProperties
  ) async throws(SyncError) -> (look: DAVCalendarLook, isColourless: Bool) {
    var taken = try await propose(path, look, isColourless: isColourless)
    guard taken.look != DAVCalendarLook() || taken.isColourless else { return taken }
    var now = try await shown(of: path)
    if let name = taken.look.displayName, now.displayName.isExactly(before.displayName) {
      // Unless the server has lost what it had taken, it takes no names.
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

  /// Asks for what is to be shown of a calendar.
  ///
  /// A colour or place that the server does not take is shown here alone. It is sent again only if a person changes it.
  /// - Returns: what the server says that it has taken.
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
    // Of several properties a server writes all or none (RFC 4918 §9.2).
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

  /// Why the server refuses properties; nil if it has written them.
  /// - Parameter isNeeded: whether a failure of the server is thrown; else it is a refusal as well. Xandikos up to 0.4
  ///   fails each time that a colour is taken away.
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
  /// What a calendar shows of a list.
  fileprivate init(_ fields: RecordFields) {
    self.init()
    if case .string(let name)? = fields["name"] { displayName = name }
    if case .string(let colour)? = fields["colour"] { self.colour = CalDAVColour.property(colour) }
    // Some servers have 32 bits for it.
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
