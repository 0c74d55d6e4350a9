import Basics
import Core
import FoundationEssentials
import Synchronization

/// How far the calendars of a home have been read.
struct CalDAVCursor: Hashable, Sendable, Codable {
  /// What a server gives to tell whether a calendar has changed.
  struct Place: Hashable, Sendable, Codable {
    /// Of the last report (RFC 6578); nil if the server has none.
    var token: String?
    /// When the calendar was last read; nil if the server has none.
    var ctag: String?
    /// The list that the calendar is.
    var list: String
    /// Whether a person has to confirm what is missing in it. That stays so until nothing is.
    var isHeld: Bool?
  }

  /// By path.
  var places: [String: Place] = [:]
  /// How many pages of a round were read; nil between rounds. Until a round is over, ``places`` are those of its
  /// beginning: an interrupted round begins again and finds what it has read already.
  var page: Int?

  init() {}

  /// Nil for a token that this type did not write.
  init?(_ cursor: SyncCursor) {
    guard let found = try? JSONDecoder().decode(Self.self, from: Data(cursor.token.utf8)) else {
      return nil
    }
    self = found
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

/// What is left to do of a round, between two of its pages.
struct CalDAVRound: Sendable {
  /// A resource as a listing names it.
  struct Listed: Hashable, Sendable {
    let path: DAVPath
    /// As the server wrote it.
    let href: String
    let etag: String?
    /// What is in it, where the listing told that as well.
    var text: String?
  }

  /// All calendars, by path.
  var collections: [String: CalDAVCollection] = [:]
  /// Those that are still to be listed.
  var unlisted: [CalDAVCollection] = []
  /// What is still to be read, of the calendar that was listed last.
  var unread: ArraySlice<Listed> = []
  /// What the server does not have any more, and what was known about it, by path.
  private(set) var missing: [ExactText: KnownResource] = [:]
  /// How many to-dos each calendar with something missing had.
  var sizes: [String: Int] = [:]
  /// How many to-dos of each missing calendar are here without being known on the server.
  var unknown: [String: Int] = [:]
  /// Where each record was found in this round.
  var found: [ExactText: DAVPath] = [:]
  /// Which to-dos others name as their parts, by the path of the calendar; of those that were read from.
  var named: [String: NamedChildren] = [:]
  /// How far each calendar will have been read after the round.
  var places: [String: CalDAVCursor.Place] = [:]

  mutating func note(missing resources: [KnownResource]) {
    for resource in resources { missing[ExactText(resource.path)] = resource }
  }
}

/// Keeps the rest of a round until its next page is asked for. After a restart the round begins anew.
final class CalDAVRoundMemory: Sendable {
  private let rounds = Mutex<[(cursor: SyncCursor, round: CalDAVRound)]>([])

  func round(at cursor: SyncCursor?) -> CalDAVRound? {
    rounds.withLock { rounds in rounds.first { $0.cursor == cursor }?.round }
  }

  /// A page may be asked for twice, so the rest before it stays as well.
  func keep(_ round: CalDAVRound, at cursor: SyncCursor) {
    rounds.withLock { rounds in
      rounds.removeAll { $0.cursor == cursor }
      rounds = rounds.suffix(1) + [(cursor, round)]
    }
  }

  func clear() {
    rounds.withLock { $0 = [] }
  }

  // MARK: To-dos that are made

  /// Those of which a request was sent, and no answer told that they were made.
  private let unanswered = Mutex<Set<RecordKey>>([])

  /// Notes that a to-do is about to be made.
  /// - Returns: whether a request to make it was sent before.
  func begin(making key: RecordKey) -> Bool { unanswered.withLock { !$0.insert(key).inserted } }

  func end(making key: RecordKey) { unanswered.withLock { _ = $0.remove(key) } }

  /// A to-do that was made.
  struct Made: Sendable {
    let path: DAVPath
    /// Nil if the server did not say.
    let etag: String?
    let text: String
  }

  /// Those that were made again, as long as it is not known whether another device has done so at the same time.
  private let doubtful = Mutex<[RecordKey: Made]>([:])

  func made(_ key: RecordKey) -> Made? { doubtful.withLock { $0[key] } }

  func keep(_ made: Made, of key: RecordKey) { doubtful.withLock { $0[key] = made } }

  func forget(_ key: RecordKey) { doubtful.withLock { _ = $0.removeValue(forKey: key) } }
}
