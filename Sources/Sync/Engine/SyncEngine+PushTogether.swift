import Core

// Two batches on their way at the same time. Their order on the server is not known, and does not matter: both
// hold different records of the same kind.

extension SyncEngine {
  /// An attempt to send a batch, and its answer.
  struct FirstAttempt {
    let changes: [PendingChange]
    let answer: Result<[RecordVersion], SyncError>
    let isDoubtful: Bool

    var isSuccess: Bool { if case .success = answer { true } else { false } }
  }

  /// Sends two batches at the same time, where nothing stands against it, and records the answers.
  ///
  /// An answer may belong to the other batch. If both were answered, with different versions, both have arrived,
  /// and at worst the versions are exchanged: then the next pull puts the bases right. Otherwise each answer may
  /// stand for a batch that did not arrive, so both are read (docs/decisions/0007).
  func sendTogether(
    _ first: [RecordKey], _ second: [RecordKey], _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    var begun: [PendingChange] = []
    var waiting: [FirstAttempt] = []
    do throws(SyncStop) {
      let isEarlierUnanswered = try await hasUnanswered()
      let changes = [try await beginPush(first), try await beginPush(second)]
      begun = changes.flatMap(\.self)
      guard !isEarlierUnanswered, changes.allSatisfy(isSendable) else {
        try await send(first, &outcome)
        return try await send(second, &outcome)
      }
      waiting = try await attempts(changes)
      // What has arrived is recorded, also if the other batch ends the round.
      waiting.sort { $0.isSuccess && !$1.isSuccess }
      while let attempt = waiting.first {
        waiting.removeFirst()
        try await send(attempt.changes.map(\.key), after: attempt, &outcome)
      }
    } catch {
      await endPush(begun)
      throw error
    }
  }

  private func isSendable(_ changes: [PendingChange]) -> Bool {
    !changes.isEmpty && !isTooLarge(changes)
      && changes.allSatisfy { $0.precondition != .unknown }
  }

  private func attempts(_ batches: [[PendingChange]]) async throws(SyncStop) -> [FirstAttempt] {
    let newest = try await newestVersion()
    var pending: [PendingAnswer<Result<Result<[RecordVersion], SyncError>, SyncStop>>] = []
    for changes in batches {
      pending.append(
        await requests.start { [self] in
          do throws(SyncStop) {
            return .success(try await answer(to: changes, after: newest))
          } catch {
            return .failure(error)
          }
        })
    }
    // Both are waited for, whatever becomes of one: a write that is on its way cannot be called back.
    var answers: [Result<Result<[RecordVersion], SyncError>, SyncStop>] = []
    for answer in pending { answers.append(await answer.value()) }
    let known = try answers.map { answer throws(SyncStop) in try answer.get() }
    let isClear = known.allSatisfy(isNewest) && areDifferent(known)
    return zip(batches, known).map { FirstAttempt(changes: $0, answer: $1, isDoubtful: !isClear) }
  }

  /// Whether all batches were answered, each with versions of its own.
  private func areDifferent(_ answers: [Result<[RecordVersion], SyncError>]) -> Bool {
    var seen: Set<RecordVersion> = []
    for answer in answers {
      guard case .success(let versions) = answer, seen.isDisjoint(with: versions) else {
        return false
      }
      seen.formUnion(versions)
    }
    return true
  }
}
