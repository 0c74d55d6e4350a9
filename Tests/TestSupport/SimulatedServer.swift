public import Core
public import Sync
import Synchronization

/// A server in memory with the rules of a real one: versions, preconditions, tombstones and pages.
///
/// Several devices may use it at once. Faults are planned for calls to come and happen in order.
public final class SimulatedServer: Sendable {
  /// Something that goes wrong.
  public enum Fault: Hashable, Sendable {
    /// Nothing: the call succeeds.
    case pass
    /// The call fails and nothing was done.
    case refuse(SyncError)
    /// The call is carried out, then its answer is lost.
    case loseAnswer
    /// The call waits until its task is cancelled.
    case hang
  }

  /// What a call was, in the order in which the server saw them.
  public enum Call: Hashable, Sendable {
    case push(RecordKey)
    case fetch(RecordKey)
    case page(RecordKind)
  }

  fileprivate struct Document {
    var fields: RecordFields?
    var version: String
  }

  private struct State {
    var documents: [RecordKey: Document] = [:]
    var version = 0
    var faults: [Fault] = []
    var refusals: [RecordKey: SyncError] = [:]
    var outage: SyncError?
    var calls: [Call] = []
    var writes = 0

    mutating func nextVersion() -> String {
      version += 1
      return "v\(version)"
    }
  }

  private let state = Mutex(State())

  public init() {}

  // MARK: Faults

  /// What happens to the next calls, one fault each.
  public func plan(_ faults: [Fault]) {
    state.withLock { $0.faults += faults }
  }

  /// Forgets the faults that have not happened yet.
  public func clearPlan() {
    state.withLock { $0.faults = [] }
  }

  /// Refuses every write of a record; nil accepts it again.
  public func refuse(_ key: RecordKey, with error: SyncError?) {
    state.withLock { $0.refusals[key] = error }
  }

  /// Fails every call; nil ends that.
  public func fail(_ error: SyncError?) {
    state.withLock { $0.outage = error }
  }

  // MARK: Looking

  public var calls: [Call] { state.withLock { $0.calls } }

  /// How often something was written, repetitions included.
  public var writes: Int { state.withLock { $0.writes } }

  /// The records that are not deleted.
  public var records: [RecordKey: RecordFields] {
    state.withLock { $0.documents.compactMapValues(\.fields) }
  }

  /// The records that are remembered as deleted.
  public var tombstones: Set<RecordKey> {
    state.withLock { Set($0.documents.filter { $0.value.fields == nil }.keys) }
  }

  // MARK: Another client

  /// Writes as another device would; nil fields delete.
  public func write(_ key: RecordKey, _ fields: RecordFields?) {
    state.withLock { state in
      state.documents[key] = Document(fields: fields, version: state.nextVersion())
    }
  }

  /// Changes some fields as another device would.
  public func edit(_ key: RecordKey, _ fields: RecordFields) {
    state.withLock { state in
      let before = state.documents[key]?.fields ?? [:]
      state.documents[key] = Document(
        fields: before.merging(fields) { $1 }, version: state.nextVersion())
    }
  }

  /// Removes a record without a trace, as somebody with access to the database can.
  public func erase(_ key: RecordKey) {
    state.withLock { $0.documents[key] = nil }
  }

  // MARK: What backends ask

  func push(_ change: PendingChange, replacing version: String?) async throws(SyncError) -> String {
    let fault = try await begin(.push(change.key))
    let result: Result<String, SyncError> = state.withLock { state in
      if let refusal = state.refusals[change.key] { return .failure(refusal) }
      let present = state.documents[change.key]
      if let version, present?.version != version { return .failure(.conflict) }
      let fields: RecordFields? =
        switch change.operation {
        case .create(let fields): fields
        case .update(let fields): (present?.fields ?? [:]).merging(fields) { $1 }
        case .delete: nil
        }
      let written = Document(fields: fields, version: state.nextVersion())
      state.documents[change.key] = written
      state.writes += 1
      return .success(written.version)
    }
    return try Self.end(fault, result)
  }

  func fetch(_ key: RecordKey) async throws(SyncError) -> RemoteRecord? {
    let fault = try await begin(.fetch(key))
    let found = state.withLock { $0.documents[key].map { key.remote($0) } }
    return try Self.end(fault, .success(found))
  }

  func page(of kind: RecordKind, after id: String?, limit: Int) async throws(SyncError)
    -> RemotePage
  {
    let fault = try await begin(.page(kind))
    let records: [RemoteRecord] = state.withLock { state in
      state.documents.filter { $0.key.kind == kind && $0.key.id > (id ?? "") }
        .sorted { $0.key.id < $1.key.id }.prefix(limit).map { $0.key.remote($0.value) }
    }
    let last = records.count < limit ? nil : records.last
    return try Self.end(
      fault,
      .success(
        RemotePage(
          records: records, next: last.map { PageToken(after: $0.key.id, limit: limit) })))
  }

  private func begin(_ call: Call) async throws(SyncError) -> Fault? {
    let (fault, outage): (Fault?, SyncError?) = state.withLock { state in
      state.calls.append(call)
      return (state.faults.isEmpty ? nil : state.faults.removeFirst(), state.outage)
    }
    switch fault {
    case .refuse(let error): throw error
    case .hang:
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
      throw .transient(cause: .unreachable, retryAfter: nil)
    case .loseAnswer, .pass, nil: break
    }
    if let outage { throw outage }
    return fault
  }

  private static func end<T>(_ fault: Fault?, _ result: Result<T, SyncError>) throws(SyncError)
    -> T
  {
    let value = try result.get()
    if fault == .loseAnswer { throw .transient(cause: .unreachable, retryAfter: nil) }
    return value
  }
}

extension RecordKey {
  fileprivate func remote(_ document: SimulatedServer.Document) -> RemoteRecord {
    RemoteRecord(
      key: self, state: document.fields.map(RemoteRecord.State.live) ?? .deleted,
      version: document.version)
  }
}
