import Foundation
import Sync
import Synchronization
import TestSupport

/// A source of pictures that answers when a test says so, or at once.
final class ScriptedPictures: ValidatingPictureSource {
  typealias Answer = Result<PictureAnswer, PictureError>

  private struct Request {
    let url: String
    let known: PictureValidator?
    var continuation: CheckedContinuation<Answer, Never>?
    var isCancelled = false
  }

  private struct State {
    var requests: [Request] = []
    var always: Answer?
  }

  private let state = Mutex(State())

  var urls: [String] { state.withLock { $0.requests.map(\.url) } }

  var count: Int { state.withLock { $0.requests.count } }

  func known(_ number: Int) -> PictureValidator? { state.withLock { $0.requests[number].known } }

  func isCancelled(_ number: Int) -> Bool { state.withLock { $0.requests[number].isCancelled } }

  /// How every request from now on is answered at once.
  func always(_ answer: Answer?) { state.withLock { $0.always = answer } }

  func request(_ number: Int) async -> Bool { await eventually { self.count > number } }

  func answer(_ number: Int, _ answer: Answer) {
    let continuation = state.withLock { state in
      defer { state.requests[number].continuation = nil }
      return state.requests[number].continuation
    }
    continuation?.resume(returning: answer)
  }

  func picture(at url: String, unless known: PictureValidator?) async throws(PictureError)
    -> PictureAnswer
  {
    let number = state.withLock { state in
      state.requests.append(Request(url: url, known: known))
      return state.requests.count - 1
    }
    let answer: Answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Answer? = state.withLock { state in
          if state.requests[number].isCancelled { return .failure(.cancelled) }
          if let always = state.always { return always }
          state.requests[number].continuation = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      state.withLock { $0.requests[number].isCancelled = true }
      self.answer(number, .failure(.cancelled))
    }
    return try answer.get()
  }
}
