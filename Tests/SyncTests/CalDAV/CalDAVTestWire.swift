import Foundation
import Sync
import Synchronization
import TestSupport

/// A way to a simulated server on which things go wrong.
final class CalDAVTestWire: HTTPTransport {
  private struct Hooks {
    var before: @Sendable (HTTPRequest) -> Void = { _ in }
    var after: @Sendable (HTTPRequest) -> Void = { _ in }
    var isLost: @Sendable (HTTPRequest) -> Bool = { _ in false }
    var isRefused: @Sendable (HTTPRequest) -> Bool = { _ in false }
    var refusal = 403
    var change: @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse = { $1 }
  }

  private let server: SimulatedCalDAV
  private let hooks = Mutex(Hooks())

  init(_ server: SimulatedCalDAV) {
    self.server = server
  }

  func before(_ hook: @escaping @Sendable (HTTPRequest) -> Void) {
    hooks.withLock { $0.before = hook }
  }

  func after(_ hook: @escaping @Sendable (HTTPRequest) -> Void) {
    hooks.withLock { $0.after = hook }
  }

  func loseAnswers(_ isLost: @escaping @Sendable (HTTPRequest) -> Bool) {
    hooks.withLock { $0.isLost = isLost }
  }

  func refuse(
    with status: Int = 403, _ isRefused: @escaping @Sendable (HTTPRequest) -> Bool
  ) {
    hooks.withLock { ($0.refusal, $0.isRefused) = (status, isRefused) }
  }

  /// Has another answer arrive than the server gave.
  func changeAnswers(_ change: @escaping @Sendable (HTTPRequest, HTTPResponse) -> HTTPResponse) {
    hooks.withLock { $0.change = change }
  }

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    let hooks = hooks.withLock { $0 }
    hooks.before(request)
    if hooks.isRefused(request) { return HTTPResponse(status: hooks.refusal) }
    let answer = server.answer(request)
    hooks.after(request)
    if hooks.isLost(request) { throw .interrupted(reason: "simulated") }
    return hooks.change(request, answer)
  }
}

extension HTTPRequest {
  var text: String { String(decoding: body ?? Data(), as: UTF8.self) }
}
