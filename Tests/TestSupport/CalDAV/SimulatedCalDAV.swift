import Foundation
import Sync
import Synchronization

/// A CalDAV server in this process (RFC 4791, RFC 6578) with one home, `/home/`. Its ``Habits`` are the ways in which
/// real servers differ.
///
/// It notes requests that no program may make: writes without a precondition, and writes that lose data of another
/// program.
public final class SimulatedCalDAV: Sendable {
  /// The ways in which servers differ.
  public struct Habits: Sendable {
    /// Whether the answer to a PUT contains an ETag; the next one is about GET.
    public var tellsETagsOfWrites = true
    public var tellsETagsOfReads = true
    public var hasWeakETags = false
    /// Whether the same text always has the same ETag.
    public var hasETagsOfTexts = false
    /// Whether the stored text differs from the one sent; no ETag is returned then (RFC 4791 §5.3.4).
    public var rewrites = false
    /// Whether the server drops the parent of a to-do, and returns an ETag all the same.
    public var dropsRelations = false
    public var hasSyncReport = true
    public var hasCTag = true
    /// Whether the sync token of a calendar is also a property of it (RFC 6578 §4).
    public var tellsTokens = true
    /// The most changes in one report, which is truncated after them; nil for no limit.
    public var reportLimit: Int?
    /// The status with which a sync token is refused; with 0, everything is returned instead.
    public var tokenRefusal = 403
    /// Whether the names of calendars are escaped twice, as by DAViCal, which identifies itself in each answer.
    public var escapesNamesTwice = false
    /// Whether the body of an answer names the header of a failed precondition.
    public var namesPreconditions = false
    /// Whether a multiget leaves out missing resources.
    public var omitsMissing = false
    /// Whether a moved resource keeps its ETag.
    public var keepsETagsOfMoves = true
    /// Whether calendars are created by MKCALENDAR; otherwise by MKCOL.
    public var hasMakeCalendar = true
    /// The status of a write into a calendar that does not exist.
    public var missingCalendar = 409
    /// Whether calendars have ETags too, which change with each change in them.
    public var hasETagsOfCalendars = false
    /// Whether the connection ends without an answer when a calendar is deleted with a precondition.
    public var breaksOnConditionalDeletion = false
    /// Whether hrefs are absolute, with another encoding of the path.
    public var hasAbsoluteHrefs = false
    /// Whether refusals contain elements of the server's own, like those of sabre/dav.
    public var explainsRefusals = false
    /// Whether deleted items go to the server's trash, as in Nextcloud: a calendar stays at its path as another kind of
    /// collection, and the trash has no place for a second resource of the same name.
    public var hasTrash = false
    /// The owner of the calendars, as the last segment of a path; with `ann`, they are the user's own.
    public var owner = "ann"
    /// Whether a token from before a restore is accepted as a current one and returned again, because it is only a
    /// number.
    public var believesTokens = false
    /// Whether a restore also takes back the number of the last change, so that tokens and ctags come a second time.
    public var recountsChanges = false
    /// The prefix for `DAV:` in answers.
    public var prefix = "d"

    public init() {}
  }

  public struct Resource: Hashable, Sendable {
    public let text: String
    /// Includes the quotation marks.
    public let etag: String

    public var lines: CalendarLines { CalendarLines(reading: text) }
    public var uid: String { lines["UID"] ?? "" }
  }

  public struct Collection: Hashable, Sendable {
    public var name: String
    public var colour: String?
    /// Whether the user may only read it, which is common for shared calendars (RFC 3744 §3.2).
    public internal(set) var isReadOnly = false
    /// Its owner; nil for ``Habits/owner``.
    var owner: String?
    public internal(set) var resources: [String: Resource] = [:]
    /// The number of the last change or removal of each resource.
    var changes: [String: Int] = [:]
    /// The number of the change that created it; the next one is that of its last change.
    let made: Int
    var changed: Int
  }

  struct State {
    var collections: [String: Collection] = [:]
    var lastChange = 0
    /// Grows when a backup is restored; tokens of an earlier epoch are refused.
    var epoch = 0
    /// Tokens older than this change are refused.
    var oldestToken = 0
    var confusions: [String] = []
    /// Resources that were removed together with their calendar.
    var swept: [Resource] = []
    /// The calendars in the trash, and the paths of the resources there.
    var trashedCollections: Set<String> = []
    var trashedResources: Set<[String]> = []
    /// The names that PROPPATCH requests replaced, by calendar.
    var overwritten: [String: String] = [:]
    var writes = 0
    /// The answer with which new calendars are refused at present.
    var newCalendarRefusal: HTTPResponse?
  }

  /// The address of the server, and the path of the home.
  public static let address = "http://127.0.0.1:8008"
  public static let home = "/home/"

  public let habits: Habits
  let state = Mutex(State())

  public init(_ habits: Habits = Habits()) {
    self.habits = habits
  }

  // MARK: Contents

  public var collections: [String: Collection] { state.withLock { $0.collections } }

  /// The requests that no program may make.
  public var confusions: [String] { state.withLock { $0.confusions } }

  /// The number of writes.
  public var writes: Int { state.withLock { $0.writes } }

  /// The names of the calendars in the trash.
  public var trashedCollections: Set<String> { state.withLock { $0.trashedCollections } }

  /// All resources, by calendar and name.
  public var resources: [(collection: String, name: String, resource: Resource)] {
    collections.sorted { $0.key < $1.key }.flatMap { collection in
      collection.value.resources.sorted { $0.key < $1.key }.map {
        (collection.key, $0.key, $0.value)
      }
    }
  }

  /// The resources removed together with their calendar since the last call.
  public func takeSwept() -> [Resource] {
    state.withLock { state in
      defer { state.swept = [] }
      return state.swept
    }
  }

  /// The names of calendars that requests have replaced since the last call.
  public func takeOverwritten() -> [String: String] {
    state.withLock { state in
      defer { state.overwritten = [:] }
      return state.overwritten
    }
  }

  // MARK: Another program, which always knows the latest state

  /// Creates a calendar, or renames it.
  public func set(_ collection: String, name: String) {
    state.withLock { $0.set(collection, name: name, colour: $0.collections[collection]?.colour) }
  }

  /// Makes a calendar read-only for the user, or writable.
  public func setReadOnly(_ collection: String, _ isReadOnly: Bool) {
    state.withLock { state in
      guard state.collections[collection] != nil else { return }
      state.lastChange += 1
      state.collections[collection]?.isReadOnly = isReadOnly
    }
  }

  /// Sets the owner of a calendar in the user's home, as the last segment of a path.
  public func setOwner(_ owner: String, of collection: String) {
    state.withLock { state in
      state.lastChange += 1
      state.collections[collection]?.owner = owner
    }
  }

  /// Removes a calendar with everything in it.
  public func remove(_ collection: String) {
    state.withLock { state in
      state.lastChange += 1
      state.writes += 1
      state.collections[collection] = nil
    }
  }

  /// Moves a calendar to another path.
  public func rename(_ collection: String, to other: String) {
    state.withLock { state in
      guard let old = state.collections.removeValue(forKey: collection) else { return }
      state.set(other, name: old.name, colour: old.colour)
      for (name, resource) in old.resources.sorted(by: { $0.key < $1.key }) {
        state.put(resource, name, in: other)
      }
    }
  }

  /// Writes a resource.
  public func put(_ text: String, _ name: String, in collection: String) {
    state.withLock { state in
      let resource = Resource(text: text, etag: nextETag(of: text, &state))
      state.put(resource, name, in: collection)
    }
  }

  /// Removes a resource.
  public func remove(_ name: String, in collection: String) {
    state.withLock { $0.remove(name, in: collection) }
  }

  // MARK: The server's own accidents

  /// Refuses all tokens given out before.
  public func expireTokens() {
    state.withLock { state in
      state.lastChange += 1
      state.oldestToken = state.lastChange
    }
  }

  /// Returns to an earlier state of all calendars, as returned by ``collections``.
  public func restore(_ backup: [String: Collection]) {
    state.withLock { state in
      if habits.recountsChanges {
        state.lastChange = backup.values.map(\.changed).max() ?? 0
        state.oldestToken = min(state.oldestToken, state.lastChange)
      } else {
        state.epoch += 1
        state.lastChange += 1
      }
      state.writes += 1
      state.collections = backup
      state.trashedCollections.subtract(backup.keys)
    }
  }

  /// Refuses new calendars from now on, like Nextcloud after ten in an hour.
  /// - Parameter retryAfter: the value of the `Retry-After` header; nil for none.
  public func refuseNewCalendars(retryAfter: String?) {
    let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
    state.withLock { $0.newCalendarRefusal = HTTPResponse(status: 429, headers: headers) }
  }

  /// Creates calendars again.
  public func takeNewCalendars() {
    state.withLock { $0.newCalendarRefusal = nil }
  }

  func nextETag(of text: String, _ state: inout State) -> String {
    if habits.hasETagsOfTexts {
      return "\""
        + String(
          text.utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
            ($0 ^ UInt64($1)) &* 1_099_511_628_211
          }, radix: 16) + "\""
    }
    return "\"e\(state.lastChange + 1)\""
  }
}

extension SimulatedCalDAV.State {
  mutating func set(_ collection: String, name: String, colour: String?) {
    lastChange += 1
    writes += 1
    trashedCollections.remove(collection)
    var present = collections[collection] ?? .init(name: "", made: lastChange, changed: 0)
    (present.name, present.colour, present.changed) = (name, colour, lastChange)
    collections[collection] = present
  }

  mutating func put(_ resource: SimulatedCalDAV.Resource, _ name: String, in collection: String) {
    guard collections[collection] != nil else { return }
    lastChange += 1
    writes += 1
    collections[collection]?.resources[name] = resource
    collections[collection]?.changes[name] = lastChange
    collections[collection]?.changed = lastChange
  }

  mutating func remove(_ name: String, in collection: String) {
    guard collections[collection]?.resources[name] != nil else { return }
    lastChange += 1
    writes += 1
    collections[collection]?.resources[name] = nil
    collections[collection]?.changes[name] = lastChange
    collections[collection]?.changed = lastChange
  }
}
