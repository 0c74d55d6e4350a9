import Foundation
import Sync
import Synchronization

/// Passes requests on and counts the documents in the answers.
final class CountingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let counts = Mutex((documents: 0, requests: 0))

  init(_ base: any HTTPTransport) { self.base = base }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let response = try await base.send(request)
    let answers = try? JSONSerialization.jsonObject(with: response.body) as? [[String: Any]]
    let found = (answers ?? []).count { $0["document"] != nil || $0["found"] != nil }
    counts.withLock { counts in
      counts.documents += found
      counts.requests += 1
    }
    return response
  }

  /// The counts since the last call.
  func take() -> (documents: Int, requests: Int) {
    counts.withLock { counts in
      defer { counts = (0, 0) }
      return counts
    }
  }
}
