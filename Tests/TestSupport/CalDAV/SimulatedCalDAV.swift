import Foundation
import Sync
import Synchronization

/// A CalDAV server in this process (RFC 4791, RFC 6578) with one home, `/home/`. It differs from other servers by its
/// ``Habits``.
///
/// It notes what no program may do: write without a precondition, or lose what only another program knows.
public final class SimulatedCalDAV: Sendable {
  /// In what servers differ.
  public struct Habits: Sendable {
    /// Whether the answer to a PUT has an ETag, and that to a GET.
    public var tellsETagsOfWrites = true
    public var tellsETagsOfReads = true
    public var hasWeakETags = false
    /// Whether the same text always has the same ETag.
    public var hasETagsOfTexts = false
    /// Whether another text is stored than was sent; then no ETag is told (RFC 4791 §5.3.4).
    public var rewrites = false
    /// Whether it forgets what a to-do is a part of, and tells the ETag all the same.
    public var dropsRelations = false
    public var hasSyncReport = true
    public var hasCTag = true
    /// Whether the token of a calendar is also a property of it (RFC 6578 §4).
    public var tellsTokens = true
    /// The most changes in one report, which is cut off after them; nil for all.
    public var reportLimit: Int?
    /// The status with which a token is refused; 0 tells everything instead.
    public var tokenRefusal = 403
    /// Whether the names of calendars are escaped twice, as DAViCal does, which says in each answer who it is.
    public var escapesNamesTwice = false
    /// Whether a failed precondition is named by its header in the body.
    public var namesPreconditions = false
    /// Whether a multiget leaves out what there is not.
    public var omitsMissing = false
    /// Whether a resource that is moved keeps its ETag.
    public var keepsETagsOfMoves = true
    /// Whether calendars are made by MKCALENDAR; otherwise by MKCOL.
    public var hasMakeCalendar = true
    /// The status of a write into a calendar that is not there.
    public var missingCalendar = 409
    /// Whether calendars have ETags too, which are another one after each change in them.
    public var hasETagsOfCalendars = false
    /// Whether the connection ends without an answer when a calendar is deleted with a precondition.
    public var breaksOnConditionalDeletion = false
    /// Whether hrefs are absolute, with another spelling of the path.
    public var hasAbsoluteHrefs = false
    /// Whether refusals come with words of the server's own, as those of sabre/dav.
    public var explainsRefusals = false
    /// Whether what is deleted goes to the server's trash, as in Nextcloud: a calendar keeps its path there as another
    /// kind of collection, and a second resource of a name has no place.
    public var hasTrash = false
    /// Whose calendars they are, as the last segment of a path; the user's own where that is `ann`.
    public var owner = "ann"
    /// Whether a token from before a restored backup is taken for one of now, as one that is only a number, and given back.
    public var believesTokens = false
    /// The prefix of `DAV:` in answers.
    public var prefix = "d"

    public init() {}
  }

  public struct Resource: Hashable, Sendable {
    public let text: String
    /// With quotation marks.
    public let etag: String

    public var lines: CalendarLines { CalendarLines(reading: text) }
    public var uid: String { lines["UID"] ?? "" }
  }

  public struct Collection: Hashable, Sendable {
    public var name: String
    public var colour: String?
    /// Whether the user may only read it, as what others share often is (RFC 3744 §3.2).
    public internal(set) var isReadOnly = false
    /// Whose it is; nil for ``Habits/owner``.
    var owner: String?
    public internal(set) var resources: [String: Resource] = [:]
    /// When each resource was changed or removed last.
    var changes: [String: Int] = [:]
    /// When it was made, and changed last.
    let made: Int
    var changed: Int
  }

  struct State {
    var collections: [String: Collection] = [:]
    var lastChange = 0
    /// Another one after a backup was restored: tokens of the one before are refused.
    var epoch = 0
    /// Tokens before this change are refused.
    var oldestToken = 0
    var confusions: [String] = []
    /// What was removed with a calendar.
    var swept: [Resource] = []
    /// The calendars in the trash, and the paths of the resources there.
    var trashedCollections: Set<String> = []
    var trashedResources: Set<[String]> = []
    /// The names that PROPPATCH requests replaced, by calendar.
    var overwritten: [String: String] = [:]
    var writes = 0
    /// Why no calendar is made now.
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

  // MARK: What there is

  public var collections: [String: Collection] { state.withLock { $0.collections } }

  /// What was done that no program may do.
  public var confusions: [String] { state.withLock { $0.confusions } }

  /// How many writes there were.
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

  /// What was removed with a calendar since this was asked last.
  public func takeSwept() -> [Resource] {
    state.withLock { state in
      defer { state.swept = [] }
      return state.swept
    }
  }

  /// The names of calendars that requests replaced since this was asked last.
  public func takeOverwritten() -> [String: String] {
    state.withLock { state in
      defer { state.overwritten = [:] }
      return state.overwritten
    }
  }

  // MARK: Another program, which always knows the last state

  /// Makes a calendar, or changes what it is called.
  public func set(_ collection: String, name: String) {
    state.withLock { $0.set(collection, name: name, colour: $0.collections[collection]?.colour) }
  }

  /// Lets the user write to a calendar, or only read it.
  public func setReadOnly(_ collection: String, _ isReadOnly: Bool) {
    state.withLock { state in
      guard state.collections[collection] != nil else { return }
      state.lastChange += 1
      state.collections[collection]?.isReadOnly = isReadOnly
    }
  }

  /// Says whose a calendar is that the user finds in the home, as the last segment of a path.
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

  /// Gives a calendar another path.
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

  // MARK: Its own accidents

  /// From now on tokens given out before are refused.
  public func expireTokens() {
    state.withLock { state in
      state.lastChange += 1
      state.oldestToken = state.lastChange
    }
  }

  /// Goes back to an earlier state of all calendars, as ``collections`` told it.
  public func restore(_ backup: [String: Collection]) {
    state.withLock { state in
      state.epoch += 1
      state.lastChange += 1
      state.writes += 1
      state.collections = backup
      state.trashedCollections.subtract(backup.keys)
    }
  }

  /// From now on it makes no calendar, as Nextcloud after ten in an hour.
  /// - Parameter retryAfter: the header that says how long.
  public func refuseNewCalendars(retryAfter: String?) {
    let headers = retryAfter.map { ["Retry-After": $0] } ?? [:]
    state.withLock { $0.newCalendarRefusal = HTTPResponse(status: 429, headers: headers) }
  }

  /// From now on it makes calendars again.
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
