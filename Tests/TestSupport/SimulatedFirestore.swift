import Basics
import Core
import Foundation
public import Sync
import Synchronization

/// A ``SimulatedServer`` behind the REST API of Cloud Firestore, in this process. It answers the backend's requests as
/// the official emulator was observed to do.
///
/// A commit becomes visible some time after the `updatedAt` that it writes. Like the emulator, it sends no `Date`
/// header.
public struct SimulatedFirestore: HTTPTransport {
  let server: SimulatedServer
  let client: SimulatedClient
  /// The owner of the tree with the records.
  let owner: String

  /// - Parameter user: the only user, whose tree is the server's first one.
  public init(_ server: SimulatedServer, user: String) {
    self.server = server
    owner = user
    client = .home
  }

  /// The connection of one of several users, for the user's own records or for a list that the user takes part in.
  public init(_ server: SimulatedServer, account: Account) {
    self.server = server
    client = SimulatedClient(account)
    owner = client.tree
  }

  /// The server's number of a version.
  /// - Parameter ordinal: the number that the backend gives to it.
  public static func version(ofOrdinal ordinal: Int64) -> Int64 {
    FirestoreWire.version(ofMilliseconds: ordinal / 1000)
  }

  /// - Parameter tag: the tag as the backend writes it.
  public static func version(ofTag tag: String) -> Int64? { FirestoreWire.version(of: tag) }

  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    do throws(SyncError) {
      return FirestoreWire.answer(try await json(of: request))
    } catch {
      return try Self.failure(error)
    }
  }

  private func json(of request: HTTPRequest) async throws(SyncError) -> Any {
    let body = FirestoreWire.object(request.body)
    switch request.url.split(separator: ":").last {
    case "commit": return try await commit(body)
    case "batchGet": return try await batchGet(body)
    case "runQuery": return try await query(body)
    case "runAggregationQuery": return try await count(body)
    default: throw .rejected(status: 404, code: "NOT_FOUND")
    }
  }

  /// The form of a failure on the wire.
  private static func failure(_ error: SyncError) throws(HTTPFailure) -> HTTPResponse {
    switch error {
    case .transient(.unreachable, _): throw .unreachable(reason: "simulated")
    case .transient(.interrupted, _): throw .interrupted(reason: "simulated")
    case .transient(.unavailable(let status), let retryAfter):
      return FirestoreWire.error(status, "UNAVAILABLE", retryAfter: retryAfter)
    case .transient(.intermediary(let status), let retryAfter):
      return FirestoreWire.page(status, retryAfter: retryAfter)
    case .rejected(let status, let code): return FirestoreWire.error(status, code)
    case .conflict, .postponed: return FirestoreWire.error(400, "FAILED_PRECONDITION")
    case .authentication: return FirestoreWire.error(401, "UNAUTHENTICATED")
    case .untrusted(let certificate): throw .untrusted(certificate)
    case .protocolViolation: return HTTPResponse(status: 200, body: Data(#"[{"readTime":"20"#.utf8))
    }
  }

  // MARK: Writing

  private func commit(_ body: [String: Any]) async throws(SyncError) -> Any {
    var changes: [PendingChange] = []
    for write in body["writes"] as? [[String: Any]] ?? [] {
      guard let change = change(write) else {
        throw .rejected(status: 400, code: "INVALID_ARGUMENT")
      }
      changes.append(change)
    }
    let versions: [RecordVersion]
    do throws(SyncError) {
      versions = try await server.push(changes, as: client)
    } catch {
      throw error == .conflict ? refusal(of: changes) : error
    }
    let times = versions.map { version in
      (
        written: FirestoreWire.time(ofVersion: version.ordinal ?? 0),
        changed: Self.changedAt(version.ordinal ?? 0)
      )
    }
    return [
      "writeResults": times.map { time in
        ["updateTime": time.written, "transformResults": [["timestampValue": time.changed]]]
      }, "commitTime": times.map(\.written).max() ?? "",
    ]
  }

  /// The service's error for a failed precondition. The rules are checked first, and they allow no edit of a document
  /// that does not exist.
  private func refusal(of changes: [PendingChange]) -> SyncError {
    guard mayWrite(changes) else { return .denied }
    let versions = changes.map { version(of: $0.key) }
    for (change, version) in zip(changes, versions) where version == nil {
      if case .version = change.precondition {
        return .rejected(status: 403, code: "PERMISSION_DENIED")
      }
    }
    for (change, version) in zip(changes, versions) {
      guard let version else { continue }
      switch change.precondition {
      case .absent: return .rejected(status: 409, code: "ALREADY_EXISTS")
      case .version("v\(version)"), .unknown: break
      case .version: return .rejected(status: 400, code: "FAILED_PRECONDITION")
      }
    }
    return .conflict
  }

  private func change(_ write: [String: Any]) -> PendingChange? {
    guard let update = write["update"] as? [String: Any], let name = update["name"] as? String,
      let key = key(ofName: name), let fields = update["fields"] as? [String: [String: Any]]
    else { return nil }
    var record = FirestoreWire.fields(fields)
    let isDeleted = record["deleted"] == .bool(true)
    record = record.filter { !["deleted", "id"].contains($0.key) }
    let operation: PendingChange.Operation =
      if isDeleted {
        .delete
      } else if write["updateMask"] == nil {
        .create(record)
      } else {
        .update(record)
      }
    let condition = write["currentDocument"] as? [String: Any]
    var precondition = PendingChange.Precondition.unknown
    if condition?["exists"] as? Bool == false { precondition = .absent }
    if let time = condition?["updateTime"] as? String, let version = FirestoreWire.version(of: time)
    {
      precondition = .version("v\(version)")
    }
    var list: ListID?
    if case .string(let name)? = record["listID"] { list = ListID(rawValue: name) }
    return PendingChange(
      key: key, account: client.account ?? AccountID(rawValue: ""), operation: operation,
      precondition: precondition, fields: isDeleted ? nil : record, list: list, lastSequence: 0,
      title: "")
  }

  // MARK: Reading

  private func batchGet(_ body: [String: Any]) async throws(SyncError) -> Any {
    let names = body["documents"] as? [String] ?? []
    let keys = names.compactMap(key(ofName:))
    let records = try await server.fetch(keys, as: client)
    guard maySee(keys) else { throw .denied }
    return zip(names, records).map { name, record -> [String: Any] in
      let readTime = FirestoreWire.time(ofVersion: record.readAt ?? 0)
      guard let document = document(record) else { return ["missing": name, "readTime": readTime] }
      return ["found": document, "readTime": readTime]
    }
  }

  private func query(_ body: [String: Any]) async throws(SyncError) -> Any {
    let query = FirestoreWire.object(body["structuredQuery"])
    let kind = kind(of: query)
    let filters = FirestoreWire.filters(query)
    guard isAllowed(filters, of: kind) else { throw .denied }
    let (records, now) = try await server.look(at: kind, as: client)
    let readTime = FirestoreWire.time(ofVersion: now)
    let cursor = FirestoreWire.object(query["startAt"])
    let start = cursor["values"] as? [[String: Any]] ?? []
    var found = records.map { (record: $0, time: Self.changedAt($0)) }
    if let since = filters["updatedAt"] {
      // Both times have the same format, so they can be compared as texts.
      found = found.filter { $0.time >= FirestoreWire.normal(since) }
        .sorted { Self.precedes(($0.time, $0.record.key.id), ($1.time, $1.record.key.id)) }
      if let time = start.first?["timestampValue"] as? String,
        let name = start.last?["referenceValue"] as? String, let after = key(ofName: name)
      {
        found = found.filter {
          ($0.time, $0.record.key.id) > (FirestoreWire.normal(time), after.id)
        }
      }
    } else {
      found.sort { $0.record.key.id.precedesExactly($1.record.key.id) }
      if let name = start.first?["referenceValue"] as? String, let after = key(ofName: name) {
        let isIncluded = cursor["before"] as? Bool == true
        found = found.filter {
          after.id.precedesExactly($0.record.key.id) || isIncluded && after == $0.record.key
        }
      }
    }
    let isNamesOnly = query["select"] != nil
    let limit = query["limit"] as? Int ?? .max
    var answers = found.prefix(limit).compactMap { found -> [String: Any]? in
      guard var document = document(found.record) else { return nil }
      if isNamesOnly { document["fields"] = nil }
      return ["document": document, "readTime": readTime]
    }
    if answers.isEmpty { answers.append(["readTime": readTime]) }
    answers[answers.count - 1]["done"] = true
    return answers
  }

  /// Names are sorted by their bytes.
  private static func precedes(_ a: (time: String, id: String), _ b: (time: String, id: String))
    -> Bool
  {
    a.time == b.time ? a.id.precedesExactly(b.id) : a.time < b.time
  }

  private func count(_ body: [String: Any]) async throws(SyncError) -> Any {
    let aggregation = FirestoreWire.object(body["structuredAggregationQuery"])
    var count = 0
    if let kind = kind(of: FirestoreWire.object(aggregation["structuredQuery"])) {
      count = try await server.count(of: kind, as: client)
    }
    let result = ["aggregateFields": ["total": ["integerValue": "\(count)"]]]
    let now = server.state.withLock { $0.version }
    return [["result": result, "readTime": FirestoreWire.time(ofVersion: now), "done": true]]
  }

  private func document(_ record: RemoteRecord) -> [String: Any]? {
    guard let version = record.version?.ordinal else { return nil }
    let name = name(of: record.key)
    var fields = record.fields.map(FirestoreWire.json(of:)) ?? [:]
    fields["id"] = ["stringValue": name.split(separator: "/").last.map(String.init) ?? ""]
    fields["deleted"] = ["booleanValue": record.fields == nil]
    if let list = record.list { fields["listID"] = ["stringValue": list.rawValue] }
    fields["updatedAt"] = ["timestampValue": Self.changedAt(record)]
    return [
      "name": name, "fields": fields,
      "createTime": FirestoreWire.time(ofVersion: record.createdAt ?? version),
      "updateTime": FirestoreWire.time(ofVersion: version),
    ]
  }

  /// The time at which the server began to process the write, which is up to a minute before it becomes visible.
  private static func changedAt(_ record: RemoteRecord) -> String {
    changedAt(record.version?.ordinal ?? 0)
  }

  private static func changedAt(_ version: Int64) -> String {
    FirestoreWire.time(ofVersion: version, earlier: (version &* 7919) % 9)
  }
}

extension SimulatedServer {
  /// All records of a kind, unless a random fault makes the server unreachable.
  func look(at kind: RecordKind?, as client: SimulatedClient) async throws(SyncError)
    -> (records: [RemoteRecord], now: Int64)
  {
    guard let kind else { return ([], state.withLock { $0.version }) }
    let page = try await changes(
      of: kind, since: SyncCursor(token: "0"), limit: .max, as: client, isAlwaysTaken: true)
    // The cursor contains the time of the reading; more may have been written since.
    return (page?.records ?? [], page.flatMap { Int64($0.next.token) } ?? 0)
  }
}
