import Basics
import Core
import Synchronization

/// What a server says about the calendars of a home; one answer serves the lists and the to-dos of a round.
///
/// The engine asks for both kinds at the same time, or for one right after the other. A server may have to read every
/// to-do to say whether a calendar has changed, so the kinds share one answer, and each uses it once. The answer is no
/// longer used when it is old, or once a list was written here, because it may lack that write.
package final class CalDAVHomeListing: Sendable {
  /// How long an answer waits for the other kind.
  package static let longest = Duration.seconds(10)

  private struct Kept {
    let responses: [DAVResponse]
    /// The kind that has used it.
    let kind: RecordKind
    let time: Timestamp
  }

  private struct State {
    /// How many writes have begun or ended. A request that was running meanwhile is not shared.
    var writes = 0
    var kept: Kept?
  }

  private let requests = SharedWork<Int, Result<[DAVResponse], SyncError>>(endsUnawaited: true)
  private let state = Mutex(State())

  package init() {}

  /// The answer for a kind: the one that the other kind got or is waiting for, or else a new one.
  /// - Parameters:
  ///   - now: the present time.
  ///   - ask: asks the server.
  /// - Throws: what `ask` throws.
  package func responses(
    for kind: RecordKind, now: @escaping @Sendable () -> Timestamp,
    _ ask: @escaping @Sendable () async throws(SyncError) -> [DAVResponse]
  ) async throws(SyncError) -> [DAVResponse] {
    let (writes, kept) = state.withLock { state in
      defer { state.kept = nil }
      return (state.writes, state.kept)
    }
    if let kept, kept.kind != kind {
      // The clock may have been set back since.
      let now = now()
      if kept.time <= now, now <= kept.time.adding(Self.longest) { return kept.responses }
    }
    let answer = await requests.value(writes) { [self] in
      do throws(SyncError) {
        let responses = try await ask()
        state.withLock { state in
          guard state.writes == writes else { return }
          state.kept = Kept(responses: responses, kind: kind, time: now())
        }
        return .success(responses)
      } catch {
        return .failure(error)
      }
    }
    // Only a cancelled caller gets no answer.
    guard let answer else { throw .transient(cause: .unreachable, retryAfter: nil) }
    if !answer.isOwn { state.withLock { $0.kept = nil } }
    return try answer.value.get()
  }

  /// Notes that a list is about to be written, or was written.
  package func noteWrite() {
    state.withLock { state in
      state.writes += 1
      state.kept = nil
    }
  }
}
