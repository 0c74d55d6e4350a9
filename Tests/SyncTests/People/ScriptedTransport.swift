import Foundation
import Sync
import Synchronization

/// A network that answers as a test says, and notes what was asked.
final class ScriptedTransport: HTTPTransport {
  typealias Handler = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

  private let handler: Handler
  private let seen = Mutex<[HTTPRequest]>([])

  init(_ handler: @escaping Handler) {
    self.handler = handler
  }

  var requests: [HTTPRequest] { seen.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    seen.withLock { $0.append(request) }
    return try await handler(request)
  }
}

extension HTTPRequest {
  /// The body, which is an object of JSON.
  var json: [String: Any] {
    let parsed = try? JSONSerialization.jsonObject(with: body ?? Data())
    return parsed as? [String: Any] ?? [:]
  }
}

extension HTTPResponse {
  init(json: Any, status: Int = 200) {
    let body = try? JSONSerialization.data(withJSONObject: json)
    self.init(status: status, body: body ?? Data())
  }
}
