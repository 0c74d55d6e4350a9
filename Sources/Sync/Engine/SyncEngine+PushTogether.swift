import Core

// Two batches in flight. Their order on the server is unknown and does not matter: they hold different records of the
// same kind.

extension SyncEngine {
  /// An attempt to send a batch, and its answer.
  struct FirstAttempt {
    let changes: [PendingChange]
    let answer: Result<[RecordVersion], SyncError>
    let isDoubtful: Bool

    var isSuccess: Bool { if case .success = answer { true } else { false } }
  }

  /// Sends two batches at the same time, unless something prevents it, and records the answers.
  ///
  /// An answer may belong to the other batch. If both batches were answered, with different versions, both have
  /// arrived. At worst their versions are exchanged, and the next pull corrects the bases. In any other case an answer
  /// may hide a batch that did not arrive, so both are read back (docs/decisions/0007).
  func sendTogether(
    _ first: [RecordKey], _ second: [RecordKey], _ outcome: inout SyncOutcome
  ) async throws(SyncStop) {
    var begun: [PendingChange] = []
    var waiting: [FirstAttempt] = []
    do throws(SyncStop) {
      let isEarlierUnanswered = try await hasUnanswered()
      let newest = try await newestVersion()
      begun = try await beginPush(first)
      guard !isEarlierUnanswered, isSendable(begun) else {
        try await send(first, &outcome)
        return try await send(second, &outcome)
      }
      let answers: [Sent]
      (begun, answers) = try await sendInTurn(begun, second, after: newest)
      let known = try answers.map { sent throws(SyncStop) in try sent.answer.get() }
      let isClear = known.allSatisfy(isNewest) && areDifferent(known)
      waiting = zip(answers, known).map {
        FirstAttempt(changes: $0.changes, answer: $1, isDoubtful: !isClear)
      }
      // Acknowledged batches come first, so that they are recorded even if the other batch ends the round.
      waiting.sort { $0.isSuccess && !$1.isSuccess }
      while let attempt = waiting.first {
        waiting.removeFirst()
        try await send(attempt.changes.map(\.key), after: attempt, &outcome)
      }
      if answers.count == 1 { try await send(second, &outcome) }
    } catch {
      await endPush(begun)
      throw error
    }
  }

  private typealias Answer = Result<Result<[RecordVersion], SyncError>, SyncStop>

  /// A batch that was sent, and what came of it.
  private struct Sent {
    let changes: [PendingChange]
    let answer: Answer
  }

  /// Sends a batch, and a second one that is read from the database while the first is in flight.
  /// - Returns: the changes that were begun, and the answers; only that of the first batch if the second has to be sent
  ///   alone.
  private func sendInTurn(
    _ first: [PendingChange], _ second: [RecordKey], after newest: Int64?
  ) async throws(SyncStop) -> (begun: [PendingChange], answers: [Sent]) {
    var pending = [(changes: first, answer: await start(first, after: newest))]
    let read: Result<[PendingChange], SyncStop>
    do throws(SyncStop) {
      read = .success(try await beginPush(second))
    } catch {
      read = .failure(error)
    }
    if case .success(let changes) = read, isSendable(changes) {
      pending.append((changes, await start(changes, after: newest)))
    }
    // All answers are waited for, whatever happens to one: a write in flight cannot be called back.
    var answers: [Sent] = []
    for batch in pending {
      answers.append(Sent(changes: batch.changes, answer: await batch.answer.value()))
    }
    return (first + (try read.get()), answers)
  }

  private func start(_ changes: [PendingChange], after newest: Int64?) async
    -> PendingAnswer<Answer>
  {
    await requests.start { [self] in
      do throws(SyncStop) {
        return .success(try await answer(to: changes, after: newest))
      } catch {
        return .failure(error)
      }
    }
  }

  private func isSendable(_ changes: [PendingChange]) -> Bool {
    !changes.isEmpty && !isTooLarge(changes)
      && changes.allSatisfy { $0.precondition != .unknown }
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
