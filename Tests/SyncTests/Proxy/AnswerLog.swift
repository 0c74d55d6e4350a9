import Sync
import Synchronization
import TestSupport

/// Reads a stream and notes what came.
final class AnswerLog<Value: Hashable & Sendable & Codable>: Sendable {
  private final class Notes: Sendable {
    let answers = Mutex<[ServerAnswer<Value>]>([])
    let end = Mutex<Result<Void, SyncError>?>(nil)
  }

  private let notes = Notes()
  private let task: Task<Void, Never>

  init(_ stream: AsyncThrowingStream<ServerAnswer<Value>, any Error>) {
    let notes = notes
    task = Task {
      do {
        for try await answer in stream { notes.answers.withLock { $0.append(answer) } }
        notes.end.withLock { $0 = .success(()) }
      } catch {
        let failure = error as? SyncError ?? .protocolViolation(detail: "\(error)")
        notes.end.withLock { $0 = .failure(failure) }
      }
    }
  }

  var answers: [ServerAnswer<Value>] { notes.answers.withLock { $0 } }

  var values: [Value] { answers.map(\.value) }

  var isEnded: Bool { notes.end.withLock { $0 != nil } }

  /// Nil for a good end, or none yet.
  var error: SyncError? {
    notes.end.withLock { end in
      if case .failure(let error)? = end { error } else { nil }
    }
  }

  /// Waits for so many answers.
  func has(_ count: Int) async -> Bool { await eventually { self.answers.count >= count } }

  func ends() async -> Bool { await eventually { self.isEnded } }

  /// Reads no further.
  func cancel() { task.cancel() }
}
