import Basics
import Core
import FoundationEssentials
import Synchronization

/// How far the calendars of a home have been read.
struct CalDAVCursor: Hashable, Sendable, Codable {
  /// What the server gave to detect changes of a calendar.
  struct Place: Hashable, Sendable, Codable {
    /// The sync token of the last report (RFC 6578); nil if the server has none.
    var token: String?
    /// The ctag when the calendar was last read; nil if the server has none.
    var ctag: String?
    /// The list that the calendar is.
    var list: String
    /// Whether the user has to confirm deletions in it. That stays so until nothing is missing.
    var isHeld: Bool?
    /// When the calendar was last listed completely; nil if that has to happen in the next round.
    var listedAt: Timestamp?

    /// Whether the calendar has to be listed completely, whatever token and ctag say (docs/decisions/0063).
    func isListingDue(at now: Timestamp) -> Bool {
      guard let listedAt else { return true }
      // The clock may have been set back since.
      return now < listedAt || now >= listedAt.adding(SyncEngine.comparisonInterval)
    }
  }

  /// By path.
  var places: [String: Place] = [:]
  /// How many pages of a round were read; nil between rounds. During a round, ``places`` are still those of its
  /// beginning: an interrupted round starts over and recognises what it has read already.
  var page: Int?

  init() {}

  /// Nil for a token that this type did not write.
  init?(_ cursor: SyncCursor) {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(cursor.token.utf8)) else {
      return nil
    }
    self = found
  }

  /// Forgets token and ctag of each calendar that has to be listed completely in the round that begins.
  /// - Parameter isAll: whether every calendar has to be.
  /// - Returns: whether there is one.
  mutating func expire(at now: Timestamp, isAll: Bool) -> Bool {
    let expired = places.filter { isAll || $0.value.isListingDue(at: now) }
    for (path, place) in expired {
      places[path] = Place(list: place.list, isHeld: place.isHeld)
    }
    return !expired.isEmpty
  }

  func stored() throws(SyncError) -> SyncCursor {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return SyncCursor(token: String(decoding: try encoder.encode(self), as: UTF8.self))
    } catch {
      throw .protocolViolation(detail: "a sync token that cannot be stored")
    }
  }
}

/// The rest of a round, kept between two of its pages.
struct CalDAVRound: Sendable {
  /// A resource as a listing names it.
  struct Listed: Hashable, Sendable {
    let path: DAVPath
    /// As the server wrote it.
    let href: String
    let etag: String?
    /// The text of the resource, if the listing contained it.
    var text: String?
  }

  /// All calendars, by path.
  var collections: [String: CalDAVCollection] = [:]
  /// Those that are still to be listed.
  var unlisted: [CalDAVCollection] = []
  /// The resources still to be read, of the calendar that was listed last.
  var unread: ArraySlice<Listed> = []
  /// The resources that the server no longer has, with what was known about them, by path.
  private(set) var missing: [ExactText: KnownResource] = [:]
  /// How many to-dos each calendar with missing ones had.
  var sizes: [String: Int] = [:]
  /// How many to-dos of each missing calendar exist here without being known on the server.
  var unknown: [String: Int] = [:]
  /// Where each record was found in this round.
  var found: [ExactText: DAVPath] = [:]
  /// Which to-dos others name as their parts, by the path of the calendar; only for calendars from which to-dos were
  /// read.
  var named: [String: NamedChildren] = [:]
  /// Whether it began with complete listings of calendars that had been read before.
  var isListing = false
  /// How far each calendar had been read before the round.
  var before: [String: CalDAVCursor.Place] = [:]
  /// How far each calendar will have been read after the round.
  var places: [String: CalDAVCursor.Place] = [:]
  /// Why a calendar could not be read.
  private(set) var refusal: SyncError?
  /// Whether a calendar is refused that was read before.
  private var isHidingKnown = false

  /// Notes that the server refuses a calendar, which stays as it was read before.
  mutating func refuse(_ path: String, with error: SyncError) {
    refusal = refusal ?? error
    places[path] = before[path]
    if before[path] != nil { isHidingKnown = true }
  }

  /// Leaves deletions to a later round if what is missing may have been moved into a calendar that is refused now. The
  /// calendars that lack something are then compared again from where they were.
  /// - Returns: whether there are deletions that have to wait.
  mutating func postponeDeletions() -> Bool {
    guard isHidingKnown else { return false }
    for resource in missing.values where found[ExactText(resource.key.id)] == nil {
      guard let path = DAVPath(href: resource.path)?.parent.text else { continue }
      places[path] = before[path]
    }
    return true
  }

  mutating func note(missing resources: [KnownResource]) {
    for resource in resources { missing[ExactText(resource.path)] = resource }
  }
}

/// Keeps the rest of a round until its next page is asked for. After a restart the round starts over.
final class CalDAVRoundMemory: Sendable {
  private let rounds = Mutex<[(cursor: SyncCursor, round: CalDAVRound)]>([])

  func round(at cursor: SyncCursor?) -> CalDAVRound? {
    rounds.withLock { rounds in rounds.first { $0.cursor == cursor }?.round }
  }

  /// A page may be asked for twice, so the previous rest is kept as well.
  func keep(_ round: CalDAVRound, at cursor: SyncCursor) {
    rounds.withLock { rounds in
      rounds.removeAll { $0.cursor == cursor }
      rounds = rounds.suffix(1) + [(cursor, round)]
    }
  }

  /// The round has ended.
  func clear() {
    rounds.withLock { $0 = [] }
  }

  // MARK: Complete listings

  /// When a calendar was refused in a round with complete listings, until such a round has ended.
  private let refusal = Mutex<Timestamp?>(nil)
  private static let pauseAfterRefusal = Duration.seconds(60 * 60)

  /// Whether a round may begin with complete listings. Where the server refuses one calendar for good, there is a pause
  /// after each: otherwise all the others would be listed with every retry.
  func mayList(at now: Timestamp) -> Bool {
    refusal.withLock { refused in
      refused.map { now < $0 || now >= $0.adding(Self.pauseAfterRefusal) } ?? true
    }
  }

  /// A calendar was refused in a round with complete listings.
  func listingWasRefused(at now: Timestamp) { refusal.withLock { $0 = now } }

  /// A round with complete listings has ended.
  func listingEnded() { refusal.withLock { $0 = nil } }

  // MARK: To-dos that are made

  /// The to-dos for which a request to make them was sent, and no answer confirmed it.
  private let unanswered = Mutex<Set<RecordKey>>([])

  /// Notes that a to-do is about to be made.
  /// - Returns: whether an earlier request to make it was not confirmed.
  func begin(making key: RecordKey) -> Bool { unanswered.withLock { !$0.insert(key).inserted } }

  func end(making key: RecordKey) { unanswered.withLock { _ = $0.remove(key) } }

  /// A to-do that was made.
  struct Made: Sendable {
    let path: DAVPath
    /// Nil if the server did not say.
    let etag: String?
    let text: String
  }

  /// The to-dos that were made again, until it is known whether another device has made them at the same time.
  private let doubtful = Mutex<[RecordKey: Made]>([:])

  func made(_ key: RecordKey) -> Made? { doubtful.withLock { $0[key] } }

  func keep(_ made: Made, of key: RecordKey) { doubtful.withLock { $0[key] = made } }

  func forget(_ key: RecordKey) { doubtful.withLock { _ = $0.removeValue(forKey: key) } }
}
