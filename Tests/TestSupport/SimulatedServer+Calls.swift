import Core
import Sync
import Synchronization

// What backends ask of the simulated server.

extension SimulatedServer {
  func push(_ changes: [PendingChange]) async throws(SyncError) -> [RecordVersion] {
    let call = Call.push(changes.map(\.key))
    let fault = try await begin(call)
    if fault == .delay {
      state.withLock { $0.late.append(changes) }
      throw .transient(cause: .unreachable, retryAfter: nil)
    }
    let result: Result<[RecordVersion], SyncError> = state.withLock { state in
      if fault == .duplicate { state.late.append(changes) }
      do throws(SyncError) { return .success(try state.commit(changes)) } catch {
        return .failure(error)
      }
    }
    return try await end(call, fault, result)
  }

  func fetch(_ keys: [RecordKey]) async throws(SyncError) -> [RemoteRecord] {
    let call = Call.fetch(keys)
    let fault = try await begin(call)
    let found = state.withLock { state in keys.map { $0.remote(state.documents[$0]) } }
    return try await end(call, fault, .success(found))
  }

  func changes(of kind: RecordKind, since cursor: SyncCursor?, limit: Int)
    async throws(SyncError) -> ChangePage?
  {
    let call = Call.changes(kind)
    let fault = try await begin(call)
    if fault == .expireCursor, cursor != nil { return nil }
    let page = state.withLock { state -> ChangePage? in
      guard let place = Place(cursor), place.isFirst || place.version >= state.firstCursor
      else { return nil }
      return place.isListing
        ? state.listing(of: kind, from: place, limit: limit)
        : state.changes(of: kind, since: place.version, limit: limit)
    }
    return try await end(call, fault, .success(page))
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
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      throw .transient(cause: .unreachable, retryAfter: nil)
    case .delay:
      if case .push = call { break }
      throw .transient(cause: .unreachable, retryAfter: nil)
    case .loseAnswer, .duplicate, .expireCursor, .pass, nil: break
    }
    if let outage { throw outage }
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

  /// What a cursor says: the version up to which all is known, and in a listing the last record seen.
  struct Place {
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
  /// Writes all of the changes, or none.
  mutating func commit(_ changes: [PendingChange]) throws(SyncError) -> [RecordVersion] {
    for change in changes {
      if let refusal = refusals[change.key] { throw refusal }
      let present = documents[change.key]
      switch change.precondition {
      case .absent: if present != nil { throw .conflict }
      case .version(let tag): if present.map({ "v\($0.version)" }) != tag { throw .conflict }
      case .unknown: throw .rejected(status: 400, code: "INVALID_ARGUMENT")
      }
    }
    return changes.map { change in
      let fields: RecordFields? =
        switch change.operation {
        case .create(let fields): fields
        case .update(let fields): (documents[change.key]?.fields ?? [:]).merging(fields) { $1 }
        case .delete: nil
        }
      writes += 1
      return write(change.key, fields)
    }
  }

  fileprivate func changes(of kind: RecordKind, since version: Int64, limit: Int) -> ChangePage {
    let found = documents.filter { $0.key.kind == kind && $0.value.version > version }
      .sorted { $0.value.version < $1.value.version }
    let part = found.prefix(limit)
    let isLast = found.count <= limit
    let next = isLast ? max(version, self.version) : part.last?.value.version ?? version
    return ChangePage(
      records: part.map { $0.key.remote($0.value) }, next: SyncCursor(token: "\(next)"),
      isLast: isLast, isListing: false)
  }

  fileprivate func listing(
    of kind: RecordKind, from place: SimulatedServer.Place, limit: Int
  ) -> ChangePage {
    let all = documents.filter { $0.key.kind == kind }
    let start = place.isFirst ? version : place.version
    let found = all.filter { $0.key.id > (place.id ?? "") }.sorted { $0.key.id < $1.key.id }
    let part = found.prefix(limit)
    let isLast = found.count <= limit
    let next = isLast ? "\(start)" : "\(start)|\(part.last?.key.id ?? "")"
    return ChangePage(
      records: part.map { $0.key.remote($0.value) }, next: SyncCursor(token: next),
      isLast: isLast, isListing: true, total: place.isFirst ? all.count : nil)
  }
}

extension RecordKey {
  fileprivate func remote(_ document: SimulatedServer.Document?) -> RemoteRecord {
    guard let document else { return RemoteRecord(key: self, state: .absent, version: nil) }
    return RemoteRecord(
      key: self, state: document.fields.map(RemoteRecord.State.live) ?? .deleted,
      version: RecordVersion(tag: "v\(document.version)", ordinal: document.version))
  }
}
