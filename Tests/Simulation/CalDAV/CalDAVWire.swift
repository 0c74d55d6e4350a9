import Foundation
import Sync
import TestSupport

/// The connection between a computer and a ``SimulatedCalDAV``.
struct CalDAVWire: HTTPTransport {
  /// A fault in one request.
  enum Fault {
    case isUnreachable
    /// The server carries out the request, but the answer is lost.
    case losesAnswer
    case isAnsweredLate
    /// The computer loses power once the server has carried out the request.
    case losesPower
    /// The answer is cut off in the middle without any sign of that.
    case cutsAnswer
    /// A proxy sends the request twice, and passes on the second answer.
    case sendsTwice
    case refuses(status: Int, retryAfter: String?)
  }

  let server: SimulatedCalDAV
  /// Chooses the fault of each request.
  let choose: @Sendable (HTTPRequest) -> Fault?
  /// Runs before the server sees a request, and before its answer arrives.
  let during: @Sendable (HTTPRequest) async -> Void
  /// Called with each answer of the server.
  let didAnswer: @Sendable (HTTPRequest, HTTPResponse) -> Void
  let power: UnsafeDisk

  func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    guard !power.isDead else { throw .unreachable(reason: "no power") }
    let fault = choose(request)
    switch fault {
    case .isUnreachable: throw .unreachable(reason: "simulated")
    case .refuses(let status, let retryAfter):
      return HTTPResponse(
        status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:],
        body: Data("<html><body>Sorry</body></html>".utf8))
    default: break
    }
    await during(request)
    if case .sendsTwice = fault { didAnswer(request, server.answer(request)) }
    let answer = server.answer(request)
    if case .losesPower = fault { power.cutPower() }
    didAnswer(request, answer)
    await during(request)
    guard !power.isDead else { throw .interrupted(reason: "no power") }
    switch fault {
    case .losesAnswer: throw .interrupted(reason: "simulated")
    case .isAnsweredLate: throw .timedOut
    case .cutsAnswer:
      guard answer.status == 207 else { throw .interrupted(reason: "simulated") }
      return HTTPResponse(
        status: answer.status, headers: answer.headers,
        body: answer.body.prefix(answer.body.count / 2))
    default: return answer
    }
  }
}
