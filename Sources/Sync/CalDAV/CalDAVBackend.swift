import Basics
import Core

/// Stores lists and to-dos on a CalDAV server (RFC 4791): a list is a calendar, a to-do a resource with a VTODO.
///
/// Such a server keeps no tombstones, and its versions are not ordered. Resources that a complete listing lacks, or
/// that are reported as removed, are passed to the engine as deleted; if there are too many of them, as
/// ``Core/HeldDeletions`` (docs/decisions/0052).
///
/// Copies share what has been read in a round.
package struct CalDAVBackend: SyncBackend {
  let account: AccountID
  let home: DAVPath
  let user: String
  let exchange: DAVExchange
  let store: TodoStore
  let listing = CalDAVHomeListing()
  let round = CalDAVRoundMemory()
  let newLists = CalDAVListLimit()
  let rejectedFields = CalDAVRejectedFields()
  /// How many to-dos one request asks for.
  let pageSize: Int
  /// Whether a due time rings by itself, for which other programs need an alarm.
  let dueTimesRing: @Sendable () async -> Bool

  /// - Parameters:
  ///   - account: whose records ``store`` knows the places of.
  ///   - credentials: nil for a server on this computer that asks for none.
  ///   - makeClientNonce: random hexadecimal digits, for Digest authentication.
  ///   - timeout: for each exchange as a whole. A server may need minutes for the first listing of many to-dos.
  ///   - pageSize: how many to-dos one request asks for, at least one.
  ///   - dueTimesRing: whether a due time that is set here gets an alarm; evaluated at each write.
  /// - Returns: nil if the settings name no server.
  package init?(
    settings: CalDAVSettings, account: AccountID, store: TodoStore, transport: any HTTPTransport,
    credentials: DAVCredentials?, makeClientNonce: @escaping @Sendable () -> String,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = .seconds(180),
    pageSize: Int = 250, dueTimesRing: @escaping @Sendable () async -> Bool = { true }
  ) {
    guard let (origin, _) = DAVOrigin.split(settings.server), origin.isAllowed,
      let home = DAVPath(href: settings.home)
    else { return nil }
    self.account = account
    self.home = home.asCollection
    user = settings.user
    self.store = store
    self.pageSize = max(1, pageSize)
    self.dueTimesRing = dueTimesRing
    exchange = DAVExchange(
      origin: origin, transport: transport,
      authenticator: DAVAuthenticator(credentials, makeClientNonce: makeClientNonce),
      clock: clock, timeout: timeout, trustedCertificate: settings.certificate)
  }

  package var kinds: [RecordKind] { [.list, .todo] }

  /// One request writes one resource, and no two of them are atomic. The engine keeps two in flight.
  package var batchLimit: Int { 1 }

  package var canWatch: Bool { false }

  package var mostWatchedShares: Int { 0 }

  package func watch(
    since cursors: [RecordKind: SyncCursor], shares: [WatchedShare],
    onSignal: @escaping @Sendable (Account.Share?, LiveSignal) -> Void
  ) async throws(SyncError) {}

  /// Only asks whether the server is there; records are not counted.
  package func count(of kind: RecordKind) async throws(SyncError) -> Int? {
    if kind == .list { _ = try await exchange.propfind(home, depth: 0, [.resourceType]) }
    return nil
  }

  package func versions(of kind: RecordKind, after place: SyncCursor?) async throws(SyncError)
    -> VersionPage?
  { nil }

  package func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    var versions: [RecordVersion] = []
    for change in changes {
      do throws(SyncError) {
        versions.append(
          change.key.kind == .list ? try await pushList(change) : try await pushTodo(change))
      } catch {
        if case .rejected(400..<500, "") = error { try await requireServer() }
        throw error
      }
    }
    return versions
  }

  /// Makes sure that a refusal without a WebDAV reason comes from the server, and not from a proxy or a hotel's
  /// network. The server itself still shows the user's calendars.
  /// - Throws: ``SyncError/transient(cause:retryAfter:)`` if it does not show them.
  private func requireServer() async throws(SyncError) {
    do throws(SyncError) {
      _ = try await exchange.propfind(home, depth: 0, [.resourceType])
    } catch {
      if case .rejected = error { throw .transient(cause: .unreachable, retryAfter: nil) }
      throw error
    }
  }

  package func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    var records: [RemoteRecord] = []
    for key in keys {
      records.append(key.kind == .list ? try await fetchList(key) : try await fetchTodo(key))
    }
    return records
  }

  package func changes(of kind: RecordKind, since cursor: SyncCursor?) async throws(SyncError)
    -> ChangePage?
  {
    kind == .list ? try await listChanges() : try await todoChanges(since: cursor)
  }

  /// Reads from the store what is known about the server. If the database fails, the engine's next access to it fails
  /// as well and reports that.
  func known<T>(_ read: () async throws(StoreError) -> T) async throws(SyncError) -> T {
    do throws(StoreError) {
      return try await read()
    } catch {
      throw .protocolViolation(detail: "what is known of the server cannot be read")
    }
  }
}

extension RecordVersion {
  /// The version of a to-do. It includes the calendar, because servers keep the ETag of a resource that is moved to
  /// another one.
  /// - Parameter parent: the to-do that names this one as its part. No ETag covers that.
  static func todo(_ key: RecordKey, _ place: RemoteResource, partOf parent: String? = nil)
    -> RecordVersion
  {
    guard let etag = place.etag, let path = DAVPath(href: place.path) else {
      // Without an ETag, the text tells one version from another, and from a version that was written and not read yet.
      let text = place.path + "\u{0}" + (place.text ?? "")
      return RecordVersion(
        tag: unread(key, place).tag + " " + StableHash.hex(Array(text.utf8)), resource: place)
    }
    let part = parent.map { " " + StableHash.hex(Array($0.utf8)) } ?? ""
    return RecordVersion(tag: etag + " " + path.parent.text + part, resource: place)
  }

  /// The version of a record that the server no longer has. It cannot equal an ETag, because ETags have quotation
  /// marks.
  static func gone(_ key: RecordKey) -> RecordVersion { RecordVersion(tag: "gone " + key.id) }

  var isGone: Bool { tag.hasExactPrefix("gone ") }

  /// The version of a resource that was written without an ETag in the answer. The next pull reads it.
  static func unread(_ key: RecordKey, _ resource: RemoteResource) -> RecordVersion {
    RecordVersion(tag: "unread " + key.id, resource: resource)
  }
}

extension PendingChange.Precondition {
  /// The ETag that the server must have; nil if it must not have the resource.
  /// - Throws: ``SyncError/conflict`` if the state has to be read first.
  func etag() throws(SyncError) -> String? {
    switch self {
    case .absent: return nil
    case .version(let tag):
      if tag.hasExactPrefix("gone ") { return nil }
      if tag.hasExactPrefix("unread ") { throw .conflict }
      // Paths have no quotation marks, ETags end with one.
      guard let end = tag.unicodeScalars.lastIndex(of: "\"") else { return tag }
      return String(tag.unicodeScalars[...end])
    case .unknown: throw .conflict
    }
  }
}
