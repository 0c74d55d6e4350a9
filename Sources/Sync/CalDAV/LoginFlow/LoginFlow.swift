import Basics
import Core
import FoundationEssentials

/// Signs in at a Nextcloud server through the browser: Login Flow v2
/// (https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html#login-flow-v2).
/// The user types no password here. The server makes one for this program, and the user can revoke it there.
package struct LoginFlow: Sendable {
  /// The most bytes of an answer.
  static let maxResponseBytes = 64 * 1024
  /// The server forgets a token after this time.
  static let limit = Duration.seconds(20 * 60)
  static let firstPause = Duration.seconds(1)
  static let longestPause = Duration.seconds(5)
  /// The first version that has it.
  static let firstVersion = 16

  private let transport: any HTTPTransport
  private let clock: any SyncClock
  private let uptime: any UptimeClock
  private let timeout: Duration

  /// - Parameters:
  ///   - uptime: measures the time limit, whatever becomes of the wall clock meanwhile.
  ///   - timeout: for each request.
  package init(
    transport: any HTTPTransport, clock: any SyncClock = SystemSyncClock(),
    uptime: any UptimeClock = SystemUptimeClock(), timeout: Duration = CalDAVDiscovery.timeout
  ) {
    self.transport = transport
    self.clock = clock
    self.uptime = uptime
    self.timeout = timeout
  }

  /// Whether the server says that it is a Nextcloud with this way to sign in. Begins nothing.
  /// - Parameters:
  ///   - address: an e-mail address, a host or a URL, as typed.
  ///   - certificate: the fingerprint of a certificate that the user trusts.
  /// - Throws: ``LoginFlowError/server(_:)`` if that cannot be found out.
  package func isOffered(at address: String, certificate: String? = nil)
    async throws(LoginFlowError) -> Bool
  {
    let server = try LoginFlowAddress(address)
    let answer = try await send(.get, server.url("status.php"), certificate)
    return answer.status == 200 && Self.version(in: answer.body) >= Self.firstVersion
  }

  /// Begins a sign-in.
  package func begin(at address: String, certificate: String? = nil)
    async throws(LoginFlowError) -> LoginFlowStart
  {
    let server = try LoginFlowAddress(address)
    let answer: HTTPResponse
    do throws(LoginFlowError) {
      answer = try await send(.post, server.url("index.php/login/v2"), certificate)
    } catch .malformed {
      // The answer was too long, for instance a web page.
      throw .notOffered
    }
    switch answer.status {
    case 200 where answer.beginsAsJSON: break
    case 429, 500...599: throw .server(.unavailable(status: answer.status))
    case 300...399:
      if let location = answer.headers["location"], let (origin, _) = DAVOrigin.split(location),
        origin != server.origin
      {
        throw .otherServer(origin.text)
      }
      throw .notOffered
    default: throw .notOffered
    }
    return try LoginFlowStart(answer.body, from: server, certificate)
  }

  /// Waits until the user has signed in in the browser. Ends when the calling task is cancelled.
  package func credentials(for start: LoginFlowStart) async throws(LoginFlowError)
    -> LoginFlowCredentials
  {
    let end = uptime.uptime() + Self.limit
    var pause = Self.firstPause
    var asked = Duration.zero
    while true {
      let left = end - uptime.uptime()
      guard left > .zero else { throw .expired }
      do throws(CancellationError) {
        try await clock.sleep(for: min(left, max(pause, asked)))
      } catch {
        throw .cancelled
      }
      pause = min(pause * 1.2, Self.longestPause)
      asked = .zero
      let answer: HTTPResponse
      do throws(LoginFlowError) {
        answer = try await send(
          .post, start.endpoint, start.certificate,
          form: "token=" + start.token.percentEncodedSegment)
      } catch .server(.unreachable) {
        // The network may be back before the user has finished in the browser.
        continue
      }
      switch answer.status {
      case 200: return try LoginFlowCredentials(answer.body, from: start.server)
      case 404: continue
      case 429, 500...599:
        asked =
          answer.headers["retry-after"].flatMap { RetryAfter.parse($0, now: clock.now()) } ?? .zero
      default: throw .refused(status: answer.status)
      }
    }
  }

  // MARK: Requests

  private func send(
    _ method: HTTPRequest.Method, _ url: String, _ certificate: String?, form: String = ""
  ) async throws(LoginFlowError) -> HTTPResponse {
    let isForm = method == .post
    let request = HTTPRequest(
      method: method, url: url,
      // The server shows the name in `User-Agent`, which ``SoupSessions`` sets, when it asks the user to let the
      // program in.
      headers: isForm ? ["Content-Type": "application/x-www-form-urlencoded"] : [:],
      body: isForm ? Data(form.utf8) : nil, maxResponseBytes: Self.maxResponseBytes,
      timeout: timeout, trustedCertificate: certificate)
    do throws(HTTPFailure) {
      return try await transport.send(request)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .tooLarge, .malformedResponse: throw .malformed
      default: throw .server(CalDAVDiscoveryError(error))
      }
    }
  }

  /// The major version; zero for anything but the status of an installed server.
  private static func version(in body: Data) -> Int {
    var version = ""
    var isInstalled = false
    do throws(JSONReader.Failure) {
      try JSONReader.read(body) { reader throws(JSONReader.Failure) in
        try reader.object { (reader, name) throws(JSONReader.Failure) in
          switch name {
          case "version": version = try reader.text()
          case "installed": isInstalled = try reader.bool()
          default: try reader.skip()
          }
        }
      }
    } catch {
      return 0
    }
    return isInstalled ? Int(version.splitExactly(at: ".").first ?? "") ?? 0 : 0
  }
}
