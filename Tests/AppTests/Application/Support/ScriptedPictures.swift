import Foundation
import Sync
import Synchronization

/// Pictures as a test says; a request that nobody answered yet waits, until it is cancelled.
final class ScriptedPictures: PictureSource {
  private struct State {
    var asked: [String] = []
    var cancelled: [String] = []
    var waiting: [(url: String, continuation: CheckedContinuation<Data?, Never>)] = []
    var prepared: [String: Data] = [:]
  }

  private let state = Mutex(State())

  /// The addresses that were asked for, in order.
  var asked: [String] { state.withLock(\.asked) }
  var cancelled: [String] { state.withLock(\.cancelled) }
  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// From now on requests for the address get this at once.
  func prepare(_ url: String, _ data: Data) { state.withLock { $0.prepared[url] = data } }

  /// Answers the requests for an address that wait; nil fails them.
  func answer(_ url: String, _ data: Data?) {
    let meant = state.withLock { state in
      defer { state.waiting.removeAll { $0.url == url } }
      return state.waiting.filter { $0.url == url }
    }
    for request in meant { request.continuation.resume(returning: data) }
  }

  func picture(at url: String) async throws(PictureError) -> Data {
    let data = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let prepared = state.withLock { state in
          state.asked.append(url)
          if state.prepared[url] == nil { state.waiting.append((url, continuation)) }
          return state.prepared[url]
        }
        if let prepared { continuation.resume(returning: prepared) }
        if Task.isCancelled { cancel(url) }
      }
    } onCancel: {
      cancel(url)
    }
    guard let data else { throw .unavailable }
    return data
  }

  private func cancel(_ url: String) {
    state.withLock { $0.cancelled.append(url) }
    answer(url, nil)
  }
}
