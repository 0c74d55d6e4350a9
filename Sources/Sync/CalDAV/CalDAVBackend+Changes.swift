import Basics
import Core

// Each calendar is asked for its changes: by a sync report (RFC 6578), or, if the server has no such report, by
// comparing the ETags of all its resources. Only resources whose ETag differs from the known one are read.

extension CalDAVBackend {
  /// The most pages of one report; more are not the changes of one calendar.
  private static let mostReports = 1000

  func todoChanges(since cursor: SyncCursor?) async throws(SyncError) -> ChangePage? {
    var place = CalDAVCursor()
    if let cursor {
      guard let found = CalDAVCursor(cursor) else { return nil }
      place = found
    }
    var rest: CalDAVRound
    if place.page != nil, let waiting = round.round(at: cursor) {
      rest = waiting
    } else {
      let beginning = place.places
      let now = exchange.clock.now()
      var isListing = false
      if round.mayList(at: now) {
        isListing = place.expire(at: now, isAll: try await isComparisonRequested())
      }
      rest = try await newRound(since: place)
      rest.isListing = isListing
      rest.before = beginning
    }
    while rest.unread.isEmpty, !rest.unlisted.isEmpty {
      let collection = rest.unlisted.removeFirst()
      let before = place.places[collection.path.text]
      do throws(SyncError) {
        try await list(collection, since: before, &rest)
      } catch {
        // The calendar was removed since the round began. The next round finds that.
        guard error.isMissing else {
          guard case .rejected = error else { throw error }
          // The other calendars are read all the same; the refusal is reported after that.
          if rest.isListing { round.listingWasRefused(at: exchange.clock.now()) }
          rest.refuse(collection.path.text, with: error)
          continue
        }
        rest.places[collection.path.text] = before ?? .init(list: collection.list.rawValue)
      }
    }
    var records = try await readNext(&rest)
    guard rest.unread.isEmpty, rest.unlisted.isEmpty else {
      place.page = (place.page ?? 0) + 1
      let next = try place.stored()
      round.keep(rest, at: next)
      return ChangePage(records: records, next: next, isLast: false, isListing: false)
    }
    let held = rest.postponeDeletions() ? [] : deletions(rest, since: place, &records)
    round.clear()
    if rest.isListing, rest.refusal == nil { round.listingEnded() }
    place.page = nil
    place.places = rest.places
    // A calendar with held deletions is compared again in the next round.
    for (path, list) in held { place.places[path] = .init(list: list.list.rawValue, isHeld: true) }
    return ChangePage(
      records: records, next: try place.stored(), isLast: true, isListing: false,
      held: held.map(\.deletions), refusal: rest.refusal?.problem)
  }

  /// Begins a round: finds the calendars that changed and those that are gone.
  private func newRound(since place: CalDAVCursor) async throws(SyncError) -> CalDAVRound {
    var rest = CalDAVRound()
    for collection in try await collections(forReading: .todo) {
      let path = collection.path.text
      rest.collections[path] = collection
      let before = place.places[path]
      if let before, let ctag = before.ctag, collection.properties.ctag.isExactly(ctag) {
        rest.places[path] = before
      } else {
        rest.unlisted.append(collection)
      }
    }
    var gone = Set(Array(place.places.keys) + (try await knownLists()).map(\.path))
    // A calendar may be gone before any round has read it. To-dos that were sent to it are known all the same.
    gone.formUnion(
      try await known { () throws(StoreError) in
        try await store.folders(of: .todo, in: account)
      })
    for path in gone where rest.collections[path] == nil {
      let todos = try await knownTodos(in: path)
      rest.note(missing: todos)
      let unknown = try await unknownTodos(of: list(path, rest, place), besides: todos.count)
      rest.sizes[path] = todos.count + unknown
      rest.unknown[path] = unknown
    }
    return rest
  }

  // MARK: Listing

  /// What a listing of a calendar contains.
  private struct Listing {
    var present: [DAVPath: CalDAVRound.Listed] = [:]
    var removed: Set<DAVPath> = []
    /// Resources that exist, but of which the server cannot say more now.
    var unclear: Set<DAVPath> = []
    /// Whether ``present`` contains everything that exists.
    var isComplete = false
    /// Whether the first answer names something as removed, which shows that the server knows the token.
    var beginsWithRemoval = false
    var token: String?

    /// Whether it contains no change.
    var isEmpty: Bool { !isComplete && present.isEmpty && removed.isEmpty }
  }

  private func list(
    _ collection: CalDAVCollection, since place: CalDAVCursor.Place?, _ rest: inout CalDAVRound
  ) async throws(SyncError) {
    let now = exchange.clock.now()
    let known = try await knownTodos(in: collection.path.text)
    let whole = place == nil && known.isEmpty ? try await wholeListing(of: collection) : nil
    var listing: Listing
    if let whole {
      listing = whole
    } else {
      listing = try await self.listing(of: collection, since: place)
      if try await isEverything(listing, in: collection, of: known, since: place) {
        listing = try await completeListing(of: collection)
      }
    }
    var byPath: [ExactText: KnownResource] = [:]
    for resource in known { byPath[ExactText(resource.path)] = resource }
    // When everything is read, and once a day, this includes what could not be read before: a later version of this
    // program may be able to.
    let isWithUnreadable = place?.listedAt == nil
    let unread = listing.present.values.filter { listed in
      guard let etag = listed.etag, let before = byPath[ExactText(listed.path.text)],
        before.etag.isExactly(etag)
      else { return true }
      // What could be read has a base, of which the version begins with the ETag.
      return isWithUnreadable && before.version?.hasExactPrefix(etag) != true
    }
    rest.unread = unread.sorted { $0.path.text.precedesExactly($1.path.text) }[...]
    var missing = listing.removed.compactMap { byPath[ExactText($0.text)] }
    if listing.isComplete {
      missing = known.filter { resource in
        DAVPath(href: resource.path).map {
          listing.present[$0] == nil && !listing.unclear.contains($0)
        } ?? true
      }
      let present = try await self.present(missing, in: collection)
      // A resource with another ETag is read, whatever it contains by now.
      rest.unread += missing.compactMap { known in
        present[ExactText(known.path)].flatMap { $0.etag.isExactly(known.etag) ? nil : $0 }
      }
      missing.removeAll { present[ExactText($0.path)] != nil }
    }
    if !missing.isEmpty {
      rest.note(missing: missing)
      rest.sizes[collection.path.text] = known.count
    }
    rest.places[collection.path.text] = .init(
      token: listing.token, ctag: collection.properties.ctag, list: collection.list.rawValue,
      listedAt: listing.isComplete ? now : place?.listedAt)
  }

  /// Asks by name for known resources that a complete listing lacks: some servers leave out old completed to-dos, and
  /// an answer may have been cut off without saying so.
  /// - Returns: the resources that the server has nevertheless, by path.
  private func present(_ missing: [KnownResource], in collection: CalDAVCollection)
    async throws(SyncError) -> [ExactText: CalDAVRound.Listed]
  {
    var present: [ExactText: CalDAVRound.Listed] = [:]
    for start in stride(from: 0, to: missing.count, by: pageSize) {
      let part = missing[start..<min(start + pageSize, missing.count)]
      let body = DAVRequestBody.multiget(part.map(\.path), [.etag])
      let answer: Multistatus
      do throws(SyncError) {
        answer = try await exchange.report(collection.path, depth: 1, body)
      } catch {
        // If one resource is gone, sabre/dav up to 1.8 answers 404 for all of them.
        guard case .rejected = error else { throw error }
        continue
      }
      for response in answer.responses where response.isSuccess {
        guard let path = DAVPath(href: response.href),
          let etag = response.properties.etag.flatMap(CalDAVETag.normalized)
        else { continue }
        present[ExactText(path.text)] = .init(path: path, href: response.href, etag: etag)
      }
    }
    return present
  }

  /// The most bytes of an answer with contents; all of it is in memory at once.
  static let mostBytesAtOnce = 32 * 1024 * 1024

  /// All to-dos of a calendar with their contents in one answer (RFC 4791 §7.8), for a calendar of which nothing is
  /// known. On some servers, asking for the names first costs more than everything else (docs/decisions/0060).
  /// - Returns: nil if later rounds would cost more, because the server has sync reports but gave no token to start
  ///   from. Also nil if the server cannot do it: the answer may be too large, or take too long.
  private func wholeListing(of collection: CalDAVCollection) async throws(SyncError) -> Listing? {
    let token = collection.properties.syncToken
    guard token != nil || !collection.hasSyncReport else { return nil }
    let answer: Multistatus
    do throws(SyncError) {
      answer = try await exchange.report(
        collection.path, depth: 1, DAVRequestBody.todoQuery([.etag, .calendarData]),
        maxResponseBytes: Self.mostBytesAtOnce)
    } catch {
      guard error.mayBeAboutTheQuery else { throw error }
      return nil
    }
    guard !answer.isCutOff else { return nil }
    var listing = Listing(isComplete: true, token: token)
    note(answer, of: collection, &listing)
    return listing
  }

  private func listing(of collection: CalDAVCollection, since place: CalDAVCursor.Place?)
    async throws(SyncError) -> Listing
  {
    guard collection.hasSyncReport else { return try await completeListing(of: collection) }
    let token = place?.token
    if place != nil, token == nil, let names = try await namesWithToken(of: collection) {
      return names
    }
    do throws(SyncError) {
      let changes = try await changeReport(of: collection, since: token)
      guard changes.isEmpty, let before = place?.ctag, let ctag = collection.properties.ctag,
        !ctag.isExactly(before)
      else { return changes }
      // The ctag has changed, but the report contains no change. A server that numbers its changes and was restored
      // from a backup has no change after the number in the token, and gives the same token again. sabre/dav is such a
      // server.
    } catch {
      guard case .rejected = error else { throw error }
      // The token may be too old; servers have different errors for that.
      guard token != nil else { return try await completeListing(of: collection) }
    }
    do throws(SyncError) {
      return try await changeReport(of: collection, since: nil)
    } catch {
      guard case .rejected = error else { throw error }
      return try await completeListing(of: collection)
    }
  }

  /// A complete listing of a calendar that was read before, with the token that the calendar had before it. Unlike a
  /// sync report without a token, the answer has only to-dos in it: events would be read each time.
  /// - Returns: nil if the server gave no token, or cannot do it.
  private func namesWithToken(of collection: CalDAVCollection) async throws(SyncError) -> Listing? {
    guard let token = collection.properties.syncToken else { return nil }
    do throws(SyncError) {
      var listing = try await completeListing(of: collection)
      listing.token = token
      return listing
    } catch {
      guard error.mayBeAboutTheQuery else { throw error }
      return nil
    }
  }

  private func changeReport(of collection: CalDAVCollection, since token: String?)
    async throws(SyncError) -> Listing
  {
    var listing = Listing(isComplete: token == nil, token: token)
    for number in 0..<Self.mostReports {
      let body = DAVRequestBody.syncCollection(since: listing.token, [.etag])
      let answer = try await exchange.report(collection.path, depth: 0, body)
      note(answer, of: collection, &listing)
      guard listing.present.count + listing.removed.count <= XMLLimits.responses else { break }
      if number == 0 { listing.beginsWithRemoval = !listing.removed.isEmpty }
      let before = listing.token
      listing.token = answer.syncToken
      guard answer.isCutOff else { return listing }
      guard let next = answer.syncToken, before.map({ !next.isExactly($0) }) ?? true else { break }
    }
    throw .protocolViolation(detail: "a report without end")
  }

  /// Whether a report of changes contains the whole calendar instead. DAViCal sends that, without saying so, when it
  /// has forgotten the token or the calendar was made again. Such a report does not name deleted resources; everything
  /// that it lacks is gone. So one request for a known resource that it lacks settles the question. Only the first page
  /// is the answer to the forgotten token; later pages may name resources that were removed earlier.
  private func isEverything(
    _ listing: Listing, in collection: CalDAVCollection, of known: [KnownResource],
    since place: CalDAVCursor.Place?
  ) async throws(SyncError) -> Bool {
    guard !listing.isComplete, !listing.beginsWithRemoval else { return false }
    // An empty report matters only if the calendar has changed. A known ctag has changed here; without a ctag, a new
    // token shows the change.
    guard !listing.present.isEmpty || place?.ctag != nil || !listing.token.isExactly(place?.token)
    else { return false }
    let missing = known.lazy.compactMap { DAVPath(href: $0.path) }
      .first { listing.present[$0] == nil && !listing.removed.contains($0) }
    guard let missing else { return false }
    return try await exchange.properties(of: missing, [.etag]) == nil
  }

  /// All ETags of a calendar (RFC 4791 §7.8); by PROPFIND if the server has no reports at all.
  private func completeListing(of collection: CalDAVCollection) async throws(SyncError) -> Listing {
    let answer: Multistatus
    do throws(SyncError) {
      answer = try await exchange.report(
        collection.path, depth: 1, DAVRequestBody.todoQuery([.etag]))
    } catch {
      guard case .rejected = error else { throw error }
      answer = try await exchange.propfind(collection.path, depth: 1, [.etag, .resourceType])
      guard
        answer.responses.contains(where: {
          DAVPath(href: $0.href)?.asCollection == collection.path
        })
      else { throw .protocolViolation(detail: "a listing without the collection") }
    }
    // In a listing that is cut off, missing resources cannot be told from deleted ones.
    guard !answer.isCutOff else { throw .protocolViolation(detail: "a listing that is cut off") }
    var listing = Listing(isComplete: true)
    note(answer, of: collection, &listing)
    return listing
  }

  private func note(
    _ answer: Multistatus, of collection: CalDAVCollection, _ listing: inout Listing
  ) {
    for response in answer.responses {
      guard let path = DAVPath(href: response.href), collection.path.contains(path),
        path != path.asCollection
      else { continue }
      switch response.status {
      case 404, 410:
        listing.present[path] = nil
        listing.removed.insert(path)
      case _ where response.isSuccess:
        listing.removed.remove(path)
        listing.present[path] = .init(
          path: path, href: response.href,
          etag: response.properties.etag.flatMap(CalDAVETag.normalized),
          text: answer.contents(of: response))
      default: listing.unclear.insert(path)
      }
    }
  }
}

extension SyncError {
  /// Whether a server may fail like this at a query for a whole calendar, and answer another request.
  fileprivate var mayBeAboutTheQuery: Bool {
    switch self {
    case .rejected, .protocolViolation, .transient(.interrupted, _), .transient(.unavailable, _),
      .transient(.intermediary, _):
      true
    case .transient(.unreachable, _), .conflict, .postponed, .authentication, .untrusted: false
    }
  }
}
