import Basics
import Core
import Sync
import Synchronization

// The calls of backends.

extension SimulatedServer {
  func push(_ changes: [PendingChange], as client: SimulatedClient) async throws(SyncError)
    -> [RecordVersion]
  {
    let call = Call.push(changes.map(\.key))
    let fault = try await begin(call)
    if fault == .delay {
      state.withLock { $0.late.append((changes, client)) }
      throw .transient(cause: .unreachable, retryAfter: nil)
    }
    if fault == .answerOtherOnly, let other = otherAnswer(changes.count) {
      return try await end(call, fault, .success(other))
    }
    let result: Result<[RecordVersion], SyncError> = state.withLock { state in
      state.noteConfusions(changes, client)
      state.refusedLikeAll.subtract(changes.map(\.key))
      if fault == .duplicate { state.late.append((changes, client)) }
      do throws(SyncError) { return .success(try state.commit(changes, client)) } catch {
        return .failure(error)
      }
    }
    let other = otherAnswer(changes.count)
    if case .success(let versions) = result { noteAnswer(versions) }
    if fault == .answerOther, let other, case .success = result {
      return try await end(call, fault, .success(other))
    }
    return try await end(call, fault, result)
  }

  /// The answer to an earlier batch of the same size.
  private func otherAnswer(_ count: Int) -> [RecordVersion]? {
    state.withLock { $0.answers.last { $0.count == count } }
  }

  private func noteAnswer(_ versions: [RecordVersion]) {
    state.withLock { state in
      state.answers = state.answers.suffix(20) + [versions]
    }
  }

  func count(of kind: RecordKind, as client: SimulatedClient) async throws(SyncError) -> Int {
    try await ask(of: kind) { $0.countQuestions += 1 }
    return try state.withLock { state throws(SyncError) in
      guard state.mayList(client) else { throw .denied }
      return state.visible(of: kind, to: client).count + state.countError
    }
  }

  func versions(
    of kind: RecordKind, after place: SyncCursor?, limit: Int, as client: SimulatedClient
  ) async throws(SyncError) -> VersionPage {
    try await ask(of: kind) { $0.comparisons += 1 }
    return try state.withLock { state throws(SyncError) in
      guard state.mayList(client) else { throw .denied }
      let found = state.visible(of: kind, to: client)
        .filter { (place?.token ?? "").precedesExactly($0.key.id) }
        .sorted { $0.key.id.precedesExactly($1.key.id) }
      var versions: [RecordKey: RecordVersion] = [:]
      for (key, document) in found.prefix(limit) {
        versions[key] = RecordVersion(tag: "v\(document.version)", ordinal: document.version)
      }
      let last = found.prefix(limit).last
      return VersionPage(
        versions: versions,
        next: found.count > limit ? last.map { SyncCursor(token: $0.key.id) } : nil)
    }
  }

  /// A call for which no fault can be planned; it fails if a random fault or an outage says so.
  private func ask(of kind: RecordKind, _ note: (inout State) -> Void) async throws(SyncError) {
    let (fault, outage, onCall) = state.withLock { state in
      note(&state)
      return (state.choose?(.changes(kind)), state.outage, state.onCall)
    }
    await onCall?(.changes(kind), .arrived)
    if case .refuse(let error) = fault { throw error }
    if let outage { throw outage }
  }

  func fetch(_ keys: [RecordKey], as client: SimulatedClient) async throws(SyncError)
    -> [RemoteRecord]
  {
    let call = Call.fetch(keys)
    let fault = try await begin(call)
    let result: Result<[RemoteRecord], SyncError> = state.withLock { state in
      do throws(SyncError) { return .success(try state.fetch(keys, client)) } catch {
        return .failure(error)
      }
    }
    return try await end(call, fault, result)
  }

  func changes(
    of kind: RecordKind, since cursor: SyncCursor?, limit: Int, as client: SimulatedClient,
    isAlwaysTaken: Bool = false
  ) async throws(SyncError) -> ChangePage? {
    let call = Call.changes(kind)
    let fault = try await begin(call)
    if fault == .expireCursor, cursor != nil, !isAlwaysTaken { return nil }
    let result = state.withLock { state -> Result<ChangePage?, SyncError> in
      guard state.mayList(client) else { return .failure(.denied) }
      guard let place = Progress(cursor),
        isAlwaysTaken || place.isFirst || place.version >= state.firstCursor
      else { return .success(nil) }
      let all = state.visible(of: kind, to: client)
      return .success(
        place.isListing
          ? state.listing(all, from: place, limit: limit)
          : state.changes(all, since: place.version, limit: limit))
    }
    return try await end(call, fault, result)
  }

  private func begin(_ call: Call) async throws(SyncError) -> Fault? {
    let (fault, outage, onCall) = state.withLock { state in
      state.calls.append(call)
      let fault = state.faults.isEmpty ? state.choose?(call) : state.faults.removeFirst()
      return (fault, state.outage, state.onCall)
    }
    await onCall?(call, .arrived)
    switch fault {
    case .refuse(let error): throw error
    case .hang:
      while !Task.isCancelled { try? await Task.pause(for: .seconds(3600)) }
      throw .transient(cause: .unreachable, retryAfter: nil)
    case .delay:
      if case .push = call { break }
      throw .transient(cause: .unreachable, retryAfter: nil)
    case .loseAnswer, .duplicate, .expireCursor, .answerOther, .answerOtherOnly, .pass, nil: break
    }
    if let outage {
      if case .push(let keys) = call, case .rejected = outage {
        state.withLock { $0.refusedLikeAll.formUnion(keys) }
      }
      throw outage
    }
    return fault
  }

  private func end<T>(_ call: Call, _ fault: Fault?, _ result: Result<T, SyncError>)
    async throws(SyncError) -> T
  {
    let onCall = state.withLock { $0.onCall }
    await onCall?(call, .answered)
    let value = try result.get()
    if fault == .loseAnswer { throw .transient(cause: .unreachable, retryAfter: nil) }
    return value
  }

  /// The content of a cursor: the version up to which everything is known, and during a listing the last record seen.
  struct Progress {
    var version: Int64 = 0
    var id: String?
    var isFirst = false

    var isListing: Bool { isFirst || id != nil }

    init?(_ cursor: SyncCursor?) {
      guard let cursor else {
        isFirst = true
        return
      }
      let parts = cursor.token.split(separator: "|", maxSplits: 1)
      guard let first = parts.first, let number = Int64(first) else { return nil }
      version = number
      id = parts.count == 2 ? String(parts[1]) : nil
    }
  }
}

extension SimulatedServer.State {
  /// Writes all of the changes, or none. The rules are checked before the preconditions.
  mutating func commit(_ changes: [PendingChange], _ client: SimulatedClient) throws(SyncError)
    -> [RecordVersion]
  {
    guard changes.allSatisfy({ isAllowed($0, client) }) else {
      // A refusal may be due to a changed state of the record, so that state is read.
      guard let present = try? fetch(changes.map(\.key), client) else { throw .denied }
      throw zip(changes, present).allSatisfy { Self.holds($0.precondition, $1.version?.tag) }
        ? .denied : .conflict
    }
    for change in changes {
      if let refusal = refusals[change.key] { throw refusal }
      if change.precondition == .unknown {
        throw .rejected(status: 400, code: "INVALID_ARGUMENT")
      }
      let present = documents[client.place(of: change.key)]
      guard Self.holds(change.precondition, present.map { "v\($0.version)" }) else {
        throw .conflict
      }
    }
    return changes.map { change in
      let before = documents[client.place(of: change.key)]?.fields
      writes += 1
      return write(change.key, change.result(before), in: client.tree, list: change.list)
    }
  }

  private static func holds(_ precondition: PendingChange.Precondition, _ tag: String?) -> Bool {
    switch precondition {
    case .absent: tag == nil
    case .version(let expected): tag == expected
    case .unknown: false
    }
  }

  typealias Found = (key: RecordKey, document: SimulatedServer.Document)

  fileprivate func changes(_ all: [Found], since version: Int64, limit: Int) -> ChangePage {
    let found = all.filter { $0.document.version > version }
      .sorted { $0.document.version < $1.document.version }
    let part = found.prefix(limit)
    let isLast = found.count <= limit
    let next = isLast ? max(version, self.version) : part.last?.document.version ?? version
    return ChangePage(
      records: part.map { $0.key.remote($0.document, at: self.version) },
      next: SyncCursor(token: "\(next)"),
      isLast: isLast, isListing: false)
  }

  fileprivate func listing(
    _ all: [Found], from place: SimulatedServer.Progress, limit: Int
  ) -> ChangePage {
    let start = place.isFirst ? version : place.version
    let found = all.filter { (place.id ?? "").precedesExactly($0.key.id) }
      .sorted { $0.key.id.precedesExactly($1.key.id) }
    let part = found.prefix(limit)
    let isLast = found.count <= limit
    let next = isLast ? "\(start)" : "\(start)|\(part.last?.key.id ?? "")"
    return ChangePage(
      records: part.map { $0.key.remote($0.document, at: self.version) },
      next: SyncCursor(token: next),
      isLast: isLast, isListing: true, total: place.isFirst ? all.count : nil)
  }
}

extension RecordKey {
  /// - Parameter time: the time of the reading, as a version number.
  func remote(_ document: SimulatedServer.Document?, at time: Int64) -> RemoteRecord {
    guard let document else {
      return RemoteRecord(key: self, state: .absent, version: nil, readAt: time)
    }
    return RemoteRecord(
      key: self, state: document.fields.map(RemoteRecord.State.live) ?? .deleted,
      version: RecordVersion(tag: "v\(document.version)", ordinal: document.version),
      createdAt: document.created, readAt: time,
      list: document.fields == nil && kind != .list
        ? document.list.map(ListID.init(rawValue:)) : nil)
  }
}

extension PendingChange {
  /// The record after the change; nil for a tombstone.
  func result(_ before: RecordFields?) -> RecordFields? {
    switch operation {
    case .create(let fields): fields
    case .update(let fields): (before ?? [:]).merging(fields) { $1 }
    case .delete: nil
    }
  }
}
