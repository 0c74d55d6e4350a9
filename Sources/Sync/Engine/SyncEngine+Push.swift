import Basics
import Core

extension SyncEngine {
  /// How often a batch is merged with concurrent changes before it is bisected or has to wait.
  private static let conflictLimit = 3
  /// From this many refusals in one round on, single records are no longer taken for the cause.
  private static let refusalLimit = 20
  /// From this many failures of the server in a row on, single records are no longer taken for the cause.
  private static let failureLimit = 5
  /// The approximate size of a batch.
  private static let batchBytes = 3 * 1024 * 1024
  /// The factor by which batches grow after each success, at a server that had failed. So everything gets across even
  /// on a connection where a whole batch takes longer than the request timeout, as with TCP's slow start (RFC 5681
  /// §3.1).
  private static let growth = 4

  /// Sends unsent changes in the given order, in batches as large as the server takes them, two at a time.
  /// - Parameter isCareful: whether a large batch may have failed the last time; then the first one has one
  ///   change, each later one more, and they go one after the other.
  func sendPending(isCareful: Bool, _ outcome: inout SyncOutcome) async throws(SyncStop) {
    var place = PendingKey.Place.start
    var limit = isCareful ? 1 : batchLimit
    while true {
      if Task.isCancelled { throw .cancelled }
      let start = place
      let size = limit
      let most = size < batchLimit ? size : 2 * size
      let found = try await stored { () throws(StoreError) in
        try await store.pendingKeys(of: account, after: start, limit: most)
      }
      guard let first = found.first else { return }
      try await reachServer()
      // A to-do must not be sent in one batch with its list, which the server might refuse.
      let batch = found.prefix { $0.place.isSameRank(as: first.place) }
      place = batch.last?.place ?? first.place
      limit = min(size * Self.growth, batchLimit)
      let keys = batch.map(\.key).filter { !outcome.listsInUse.contains($0) }
      try await inTurn { () async throws(SyncStop) in
        if keys.count > size {
          try await sendTogether(Array(keys.prefix(size)), Array(keys.dropFirst(size)), &outcome)
        } else {
          try await send(keys, &outcome)
        }
      }
    }
  }

  private var batchLimit: Int { max(1, backend.batchLimit) }

  /// Sends the current changes of some records, all or none of them. If the server refuses the batch, it is
  /// bisected, so that one change does not block the others.
  /// - Parameter first: the first attempt, if it was made already.
  func send(
    _ all: [RecordKey], after first: FirstAttempt? = nil, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    var keys = all
    var first = first
    var changes: [PendingChange] = []
    do throws(SyncStop) {
      for _ in 0...Self.conflictLimit {
        let result: PushResult
        if let made = first {
          first = nil
          changes = made.changes
          result = try await take(made.answer, to: changes, isDoubtful: made.isDoubtful, &outcome)
        } else {
          let isEarlierUnanswered = try await hasUnanswered()
          // Read again each time: records may have been merged, edited or discarded since.
          changes = try await beginPush(keys)
          if changes.isEmpty { return }
          if isTooLarge(changes) { return try await sendHalves(changes, &outcome) }
          result = try await push(changes, isEarlierUnanswered: isEarlierUnanswered, &outcome)
        }
        switch result {
        case .taken: return
        case .merged(let quarantined): keys.removeAll { quarantined.contains($0) }
        case .failed(.rejected(let status, let code)):
          if changes.count > 1 { return try await sendHalves(changes, &outcome) }
          // What was edited meanwhile is sent before anything that depends on it.
          if try await quarantine(changes[0], .refused(status: status, code: code), &outcome) {
            return
          }
        case .failed(.postponed(let obstacle)):
          if changes.count > 1 { return try await sendHalves(changes, &outcome) }
          return try await postpone(changes[0], obstacle, &outcome)
        case .failed(let error):
          if error.isTooLargeForIntermediary, changes.count > 1 {
            return try await sendHalves(changes, &outcome)
          }
          if isPassedOver(changes, after: error, &outcome) { return await endPush(changes) }
          throw .problem(error, at: changes.count == 1 ? changes[0].key : nil)
        }
      }
      // Others change these records faster than they can be read again.
      if changes.count > 1 { return try await sendHalves(changes, &outcome) }
      throw .problem(.conflict, at: changes.first?.key)
    } catch {
      await endPush(changes)
      throw error
    }
  }

  /// Whether other changes are sent although the server fails on this one: it may fail on this one each time, and on no
  /// other. A new list is not passed over, because the to-dos in it need it first.
  private func isPassedOver(
    _ changes: [PendingChange], after error: SyncError, _ outcome: inout SyncOutcome
  ) -> Bool {
    guard changes.count == 1, let change = changes.first, error.mayBeAboutOneRecord else {
      return false
    }
    if case .create = change.operation, change.key.kind == .list { return false }
    // One that is too large says nothing about those after it.
    if !error.isTooLargeForIntermediary { outcome.failuresInARow += 1 }
    guard outcome.failuresInARow < Self.failureLimit else { return false }
    outcome.failure = outcome.failure ?? .init(error: error, key: change.key)
    if change.operation == .delete, let list = change.list {
      outcome.listsInUse.insert(RecordKey(kind: .list, id: list.rawValue))
    }
    return true
  }

  func hasUnanswered() async throws(SyncStop) -> Bool {
    try await stored { () throws(StoreError) in try await store.hasUnanswered(of: account) }
  }

  func beginPush(_ keys: [RecordKey]) async throws(SyncStop) -> [PendingChange] {
    try await stored { () throws(StoreError) in try await store.beginPush(keys, of: account) }
  }

  func endPush(_ changes: [PendingChange]) async {
    // If the disk fails here, records that stay marked as being sent are reset at the next start.
    try? await store.endPush(changes)
  }

  func isTooLarge(_ changes: [PendingChange]) -> Bool {
    changes.count > 1 && changes.reduce(0, { $0 + $1.approximateBytes }) > Self.batchBytes
  }

  private func sendHalves(_ changes: [PendingChange], _ outcome: inout SyncOutcome)
    async throws(SyncStop)
  {
    let keys = changes.map(\.key)
    try await send(Array(keys.prefix(keys.count / 2)), &outcome)
    try await send(Array(keys.suffix(keys.count - keys.count / 2)), &outcome)
  }

  /// The result of one attempt to send a batch.
  private enum PushResult {
    case taken
    /// The records were merged with the server's states; some cannot be sent.
    case merged(quarantined: Set<RecordKey>)
    case failed(SyncError)
  }

  /// Sends changes and records the result.
  /// - Parameter isEarlierUnanswered: whether an earlier write may have arrived without an answer.
  private func push(
    _ changes: [PendingChange], isEarlierUnanswered: Bool, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> PushResult {
    let unread = changes.filter { $0.precondition == .unknown }
    guard unread.isEmpty else { return try await resolve(unread, &outcome) }
    let answer = try await answer(to: changes, after: try await newestVersion())
    let isDoubtful = isEarlierUnanswered || !isNewest(answer)
    return try await take(answer, to: changes, isDoubtful: isDoubtful, &outcome)
  }

  func newestVersion() async throws(SyncStop) -> Int64? {
    try await stored { () throws(StoreError) in try await store.newestVersion(of: account) }
  }

  /// Sends changes.
  /// - Parameter newest: the newest version known before.
  func answer(to changes: [PendingChange], after newest: Int64?) async throws(SyncStop)
    -> Result<[RecordVersion], SyncError>
  {
    try await attempt { () throws(SyncError) in
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
  }

  /// Whether an answer may be one to what was sent last: its versions are newer than all answered before.
  func isNewest(_ answer: Result<[RecordVersion], SyncError>) -> Bool {
    guard case .success(let versions) = answer else { return true }
    return versions.allSatisfy { $0.isNewer(than: newestAnswer) }
  }

  /// Records the answer to a batch.
  /// - Parameter isDoubtful: whether the answer may belong to something else: to an earlier write that was not
  ///   answered, or to a state that the server has lost since and whose version is no longer known. Then the records
  ///   are read back.
  private func take(
    _ answer: Result<[RecordVersion], SyncError>, to changes: [PendingChange], isDoubtful: Bool,
    _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> PushResult {
    switch answer {
    case .success(let versions):
      outcome.didReachServer = true
      outcome.failuresInARow = 0
      // The versions are remembered even if the records cannot be read now: the same answer may come again in place of
      // the answer to another batch.
      noteAnswer(versions)
      if isDoubtful { return try await resolve(changes, answer: versions, &outcome) }
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

  private func noteAnswer(_ versions: [RecordVersion]) {
    newestAnswer = (versions.map(\.ordinal) + [newestAnswer]).compactMap(\.self).max()
  }

  /// Merges changes with the server's current states. If a state equals what was to be written, only the answer was
  /// lost, and nothing is left to send.
  /// - Parameter answer: the versions in an answer that may not belong to these changes.
  private func resolve(
    _ changes: [PendingChange], answer: [RecordVersion] = [], _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> PushResult {
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
    outcome.isMergedWhileSending = true
    outcome.sent += zip(records, answer).count { $0.version == $1 }
    var quarantined: Set<RecordKey> = []
    for (change, record) in zip(changes, records) {
      guard case .unreadable(let detail) = record.state else { continue }
      if try await quarantine(change, .protocolViolation(detail: detail), &outcome) {
        quarantined.insert(change.key)
      }
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

  /// Leaves a change in the outbox for a later pass, without reporting it to the user.
  private func postpone(
    _ change: PendingChange, _ obstacle: SyncError.Obstacle, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    try await stored { () throws(StoreError) in try await store.postpone(change) }
    switch obstacle {
    case .listIsMissing:
      outcome.didReachServer = true
      outcome.isListMissing = true
    case .tooManyNewLists: break
    }
  }

  /// - Returns: whether the change is quarantined; not if the record was edited since it was sent.
  private func quarantine(
    _ change: PendingChange, _ problem: SyncProblem, _ outcome: inout SyncOutcome
  ) async throws(SyncStop) -> Bool {
    outcome.didReachServer = true
    let retry = SyncRetry(attempts: 1, notBefore: clock.now(), problem: problem)
    let isQuarantined = try await stored { () throws(StoreError) in
      try await store.quarantine(change, retry)
    }
    guard isQuarantined else { return false }
    outcome.refusals.append(.init(key: change.key, title: change.title, problem: problem))
    if outcome.refusals.count >= Self.refusalLimit, case .refused(let status, let code) = problem {
      throw .problem(.rejected(status: status, code: code), at: change.key)
    }
    return true
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
