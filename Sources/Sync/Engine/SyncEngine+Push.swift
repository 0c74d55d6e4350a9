import Basics
import Core

extension SyncEngine {
  /// How often a batch is merged with concurrent changes before it is bisected or has to wait.
  private static let conflictLimit = 3
  /// With more refusals than this in one round, single records are no longer the cause.
  private static let refusalLimit = 20
  /// The approximate size of a batch.
  private static let batchBytes = 3 * 1024 * 1024
  /// The factor by which batches grow after each success, at a server that had failed. On a connection where
  /// a whole batch takes longer than the request timeout, everything still gets across, as with TCP's slow
  /// start (RFC 5681 §3.1).
  private static let growth = 4

  /// Sends unsent changes in the given order, in batches as large as the server takes them.
  /// - Parameter isProbing: whether the server failed the last time; then the first batch has one change and
  ///   each later one more.
  func sendPending(isProbing: Bool, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    var place = PendingKey.Place.start
    var limit = isProbing ? 1 : batchLimit
    while true {
      if Task.isCancelled { throw .cancelled }
      let start = place
      let size = limit
      let found = try await stored { () throws(StoreError) in
        try await store.pendingKeys(of: account, after: start, limit: size)
      }
      guard let first = found.first else { return }
      // A to-do must not be sent in one batch with its list, which the server might refuse.
      let batch = found.prefix { $0.place.isSameRank(as: first.place) }
      place = batch.last?.place ?? first.place
      limit = min(size * Self.growth, batchLimit)
      try await inTurn { () async throws(SyncStop) in
        try await send(batch.map(\.key), &outcome)
      }
    }
  }

  private var batchLimit: Int { max(1, backend.batchLimit) }

  /// Sends the current changes of some records, all or none of them. If the server refuses the batch, it is
  /// bisected, so that one change does not block the others.
  private func send(_ all: [RecordKey], _ outcome: inout SyncOutcome) async throws(SyncStop) {
    var keys = all
    var changes: [PendingChange] = []
    do throws(SyncStop) {
      for _ in 0...Self.conflictLimit {
        let isEarlierUnanswered = try await stored { () throws(StoreError) in
          try await store.hasUnanswered(of: account)
        }
        // Read again each time: records may have been merged, edited or discarded since.
        changes = try await stored { [keys] () throws(StoreError) in
          try await store.beginPush(keys, of: account)
        }
        if changes.isEmpty { return }
        if changes.count > 1, changes.reduce(0, { $0 + $1.approximateBytes }) > Self.batchBytes {
          return try await sendHalves(changes, &outcome)
        }
        switch try await push(changes, isEarlierUnanswered: isEarlierUnanswered, &outcome) {
        case .taken: return
        case .merged(let quarantined): keys.removeAll { quarantined.contains($0) }
        case .failed(.rejected(let status, let code)):
          if changes.count > 1 { return try await sendHalves(changes, &outcome) }
          return try await holdBack(changes[0], .refused(status: status, code: code), &outcome)
        case .failed(let error):
          throw .problem(error, at: changes.count == 1 ? changes[0].key : nil)
        }
      }
      // Others change these records faster than they can be read again.
      if changes.count > 1 { return try await sendHalves(changes, &outcome) }
      throw .problem(.conflict, at: changes.first?.key)
    } catch {
      let unsent = changes
      // If the disk fails here, records that stay marked as in flight are reset at the next start.
      try? await store.endPush(unsent)
      throw error
    }
  }

  private func sendHalves(_ changes: [PendingChange], _ outcome: inout SyncOutcome)
    async throws(SyncStop)
  {
    let keys = changes.map(\.key)
    try await send(Array(keys.prefix(keys.count / 2)), &outcome)
    try await send(Array(keys.suffix(keys.count - keys.count / 2)), &outcome)
  }

  /// The result of one attempt to send a batch.
  private enum Try {
    case taken
    /// The records were merged with the server's states; some cannot be sent.
    case merged(quarantined: Set<RecordKey>)
    case failed(SyncError)
  }

  /// Sends changes and records the result. The result is read instead of taken from the answer where the
  /// answer may belong to something else: to an earlier write that was not answered, or to a state that the
  /// server has lost since and whose version is no longer known.
  /// - Parameter isEarlierUnanswered: whether an earlier write may have arrived without an answer.
  private func push(
    _ changes: [PendingChange], isEarlierUnanswered: Bool, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> Try {
    let unread = changes.filter { $0.precondition == .unknown }
    guard unread.isEmpty else { return try await resolve(unread, &outcome) }
    let newest = try await stored { () throws(StoreError) in
      try await store.newestVersion(of: account)
    }
    let answer = try await attempt { () throws(SyncError) in
      let versions = try await backend.push(changes)
      guard versions.count == changes.count else {
        throw SyncError.protocolViolation(detail: "not one answer for each change")
      }
      // A new write cannot have an older version than what was known before. If this write has arrived, the
      // next attempt fails its preconditions, and the records are read then.
      guard versions.allSatisfy({ $0.isNewer(than: newest) }) else {
        throw SyncError.protocolViolation(detail: "the answer to something else")
      }
      return versions
    }
    switch answer {
    case .success(let versions):
      outcome.didReachServer = true
      let isSuspect =
        isEarlierUnanswered || !versions.allSatisfy { $0.isNewer(than: newestAnswer) }
      // An answer is remembered even if what it belongs to cannot be read now: it may come again later as the
      // answer to another batch.
      newestAnswer = (versions.compactMap(\.ordinal) + [newestAnswer].compactMap { $0 }).max()
      if isSuspect { return try await resolve(changes, answer: versions, &outcome) }
      try await stored { () throws(StoreError) in
        try await store.acknowledge(changes, versions: versions)
      }
      outcome.sent += changes.count
      return .taken
    case .failure(.conflict):
      outcome.didReachServer = true
      return try await resolve(changes, &outcome)
    case .failure(let error):
      if case .protocolViolation = error {
        try await stored { () throws(StoreError) in
          try await store.requestComparison(of: backend.kinds, of: account)
        }
      }
      return .failed(error)
    }
  }

  /// Merges changes with the server's current states. If these equal what was to be written, only an answer
  /// was lost and nothing is left to send.
  /// - Parameter answer: the versions in an answer that may not belong to these changes.
  private func resolve(
    _ changes: [PendingChange], answer: [RecordVersion] = [], _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> Try {
    let records: [RemoteRecord]
    switch try await read(changes.map(\.key)) {
    case .success(let found): records = found
    // A refusal here is not about the changes: see SyncBackend.fetch.
    case .failure(let error): throw .problem(error, at: changes.count == 1 ? changes[0].key : nil)
    }
    outcome.didReachServer = true
    try await stored { () throws(StoreError) in
      try await store.apply(records, from: account)
    }
    outcome.sent += zip(records, answer).count { $0.version == $1 }
    var quarantined: Set<RecordKey> = []
    for (change, record) in zip(changes, records) {
      guard case .unreadable(let detail) = record.state else { continue }
      try await holdBack(change, .protocolViolation(detail: detail), &outcome)
      quarantined.insert(change.key)
    }
    return .merged(quarantined: quarantined)
  }

  /// The current states of some records.
  func read(_ keys: [RecordKey]) async throws(SyncStop) -> Result<[RemoteRecord], SyncError> {
    try await attempt { () throws(SyncError) in
      let records = try await backend.fetch(keys)
      guard records.map(\.key) == keys else {
        throw SyncError.protocolViolation(detail: "not one answer for each record")
      }
      return records
    }
  }

  private func holdBack(
    _ change: PendingChange, _ problem: SyncProblem, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    outcome.didReachServer = true
    let retry = SyncRetry(attempts: 1, notBefore: clock.now(), problem: problem)
    try await stored { () throws(StoreError) in try await store.hold(change, retry) }
    outcome.refusals.append(.init(key: change.key, title: change.title, problem: problem))
    if outcome.refusals.count >= Self.refusalLimit, case .refused(let status, let code) = problem {
      throw .problem(.rejected(status: status, code: code), at: change.key)
    }
  }
}

extension PendingChange {
  /// The approximate size of the change in a request.
  fileprivate var approximateBytes: Int {
    switch operation {
    case .create(let fields), .update(let fields):
      fields.reduce(300) { sum, field in
        guard case .string(let text) = field.value else { return sum + 100 }
        return sum + 100 + text.utf8.count
      }
    case .delete: 400
    }
  }
}

extension RecordVersion {
  /// Whether it can be newer than everything known; also true if versions are not ordered.
  fileprivate func isNewer(than newest: Int64?) -> Bool {
    guard let ordinal, let newest else { return true }
    return ordinal > newest
  }
}
