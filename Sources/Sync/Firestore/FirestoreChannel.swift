import Basics
import Core
import FoundationEssentials

/// The Listen stream over plain HTTP, as in Google's client for browsers: one request opens a channel, and
/// further requests wait for messages.
///
/// Each waiting request ends with the first messages (`CI=1`, that client's long polling), so complete
/// answers suffice. A server that is silent for longer than its keep-alive interval is probed. See
/// ``FirestoreChannelMessage`` for the source.
struct FirestoreChannel: Sendable {
  /// The time limits.
  struct Limits: Hashable, Sendable {
    /// For a request that the server answers at once.
    let exchange: Duration
    /// How long the server may be silent.
    let silence: Duration
  }

  private let url: String
  private let transport: any HTTPTransport
  private let clock: any SyncClock
  private let isEmulator: Bool
  private let limits: Limits
  private let session: String
  /// Routes further requests to the same machine, if the server asks for it.
  private let stickiness: String
  /// The number of the last message received; the server does not repeat messages up to it.
  private var last = 0
  /// The number of the last request that the server answers at once.
  private var requestNumber = 1

  /// Opens a channel.
  /// - Parameters:
  ///   - url: of the channel, without a query.
  ///   - token: the credentials.
  ///   - isEmulator: whether the server is one on this computer.
  init(
    url: String, database: String, requests: [FirestoreListenRequest], token: String?,
    isEmulator: Bool, transport: any HTTPTransport, clock: any SyncClock, limits: Limits
  ) async throws(SyncError) {
    let base = url + "?database=" + database.percentEncodedSegment + "&VER=8"
    var form = "count=\(requests.count)&ofs=0"
    for (number, request) in requests.enumerated() {
      let text = String(decoding: try FirestoreBackend.encode(request), as: UTF8.self)
      form += "&req\(number)___data__=" + text.percentEncodedSegment
    }
    var headers = Self.form
    if let token { headers["Authorization"] = "Bearer " + token }
    let request = HTTPRequest(
      method: .post, url: base + "&RID=1&CVER=22&X-HTTP-Session-Id=gsessionid&t=1",
      headers: headers, body: Data(form.utf8), maxResponseBytes: 64 * 1024, timeout: limits.exchange
    )
    guard
      let response = try await Self.exchange(request, transport, clock, isEmulator: isEmulator)
    else { throw Self.broken }
    let messages = try FirestoreChannelMessage.read(response.body)
    guard let first = messages.first, case .opened(let session) = first.payload else {
      throw .protocolViolation(detail: "live connection was not opened")
    }
    self.url = base
    self.transport = transport
    self.clock = clock
    self.isEmulator = isEmulator
    self.limits = limits
    self.session = session
    stickiness =
      response.headers["x-http-session-id"].map { "&gsessionid=" + $0.percentEncodedSegment } ?? ""
    last = first.number
  }

  /// Waits for messages; empty after a keep-alive, nil after a silence.
  mutating func receive() async throws(SyncError) -> [FirestoreListenAnswer]? {
    let request = HTTPRequest(
      method: .get, url: sessionURL + "&RID=rpc&AID=\(last)&CI=1&TYPE=xmlhttp&t=1",
      maxResponseBytes: FirestoreBackend.maxResponseBytes, timeout: limits.silence)
    guard let response = try await exchange(request) else {
      try await sendKeepAlive()
      return nil
    }
    var answers: [FirestoreListenAnswer] = []
    for message in try FirestoreChannelMessage.read(response.body) where message.number > last {
      last = message.number
      switch message.payload {
      case .answers(let more): answers += more
      case .closed: throw Self.broken
      case .opened, .nothing: break
      }
    }
    return answers
  }

  static let broken = SyncError.transient(cause: .unreachable, retryAfter: nil)

  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  private var sessionURL: String {
    url + stickiness + "&SID=" + session.percentEncodedSegment
  }

  /// Sends an empty request, which the server answers at once.
  private mutating func sendKeepAlive() async throws(SyncError) {
    requestNumber += 1
    let request = HTTPRequest(
      method: .post, url: sessionURL + "&RID=\(requestNumber)&AID=\(last)&t=1",
      headers: Self.form, body: Data("count=0".utf8), maxResponseBytes: 64 * 1024,
      timeout: limits.exchange)
    guard try await exchange(request) != nil else { throw Self.broken }
  }

  private func exchange(_ request: HTTPRequest) async throws(SyncError) -> HTTPResponse? {
    do throws(SyncError) {
      return try await Self.exchange(request, transport, clock, isEmulator: isEmulator)
    } catch {
      // The server has forgotten the channel; a new one may work.
      if case .rejected(400, _) = error { throw Self.broken }
      throw error
    }
  }

  /// Sends a request; nil if no answer came in time.
  private static func exchange(
    _ request: HTTPRequest, _ transport: any HTTPTransport, _ clock: any SyncClock,
    isEmulator: Bool
  ) async throws(SyncError) -> HTTPResponse? {
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      if error == .timedOut { return nil }
      throw SyncError(error)
    }
    let error = FirestoreErrorClassifier.error(
      of: response, isEmulator: isEmulator, isConditional: false, now: clock.now())
    if let error { throw error }
    // A web page instead of an answer, which begins with a length: an intermediary wrote it.
    if let first = response.body.first, !(UInt8(ascii: "-")...UInt8(ascii: "9")).contains(first) {
      throw broken
    }
    return response
  }
}
