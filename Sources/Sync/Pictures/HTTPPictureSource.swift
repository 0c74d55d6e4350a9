import Basics
import Core
import FoundationEssentials

/// Fetches profile pictures over HTTP.
///
/// Other people wrote these URLs. So requests contain nothing that identifies the user; size, time and
/// redirects are limited; no other computer can redirect to this one; and the networks around this computer
/// are never contacted, whatever a name in a URL resolves to.
public struct HTTPPictureSource: ValidatingPictureSource {
  /// The largest picture, in bytes.
  public static let maxBytes = 2 * 1024 * 1024
  static let mostRedirections = 3

  private let transport: any HTTPTransport
  private let clock: any SyncClock
  private let timeout: Duration

  /// - Parameter timeout: for a picture, including all redirects.
  public init(
    transport: any HTTPTransport, clock: any SyncClock = SystemSyncClock(),
    timeout: Duration = .seconds(10)
  ) {
    self.transport = transport
    self.clock = clock
    self.timeout = timeout
  }

  public func picture(at url: String, unless known: PictureValidator?)
    async throws(PictureError) -> PictureAnswer
  {
    guard var address = PictureURL(url) else { throw .addressNotAllowed }
    let begin = clock.now().milliseconds
    for _ in 0...Self.mostRedirections {
      // If the clock was set back, that gives no more time.
      let spent = max(0, clock.now().milliseconds - begin)
      let response = try await send(address, known, within: timeout - .milliseconds(spent))
      switch response.status {
      case 200: return try picture(response)
      case 304 where known != nil: return .unchanged
      case 301, 302, 303, 307, 308: address = try target(of: response, from: address)
      case 408, 429, 500...599: throw .unavailable
      default: throw .refused(status: response.status)
      }
    }
    throw .refused(status: 310)
  }

  private func send(_ address: PictureURL, _ known: PictureValidator?, within rest: Duration)
    async throws(PictureError) -> HTTPResponse
  {
    guard rest > .zero else { throw .unavailable }
    var headers = known?.headers ?? [:]
    headers["Accept"] = PictureFormat.allCases.map(\.rawValue).joined(separator: ", ")
    do throws(HTTPFailure) {
      return try await transport.send(
        HTTPRequest(
          method: .get, url: address.text, headers: headers, maxResponseBytes: Self.maxBytes,
          timeout: rest, reach: address.isLoopback ? .any : .internet))
    } catch {
      switch error {
      case .tooLarge: throw .tooLarge
      case .cancelled: throw .cancelled
      case .insecureAddress, .privateAddress, .malformedURL: throw .addressNotAllowed
      case .unreachable, .interrupted, .timedOut, .untrusted, .tls, .malformedResponse:
        throw .unavailable
      }
    }
  }

  private func picture(_ response: HTTPResponse) throws(PictureError) -> PictureAnswer {
    guard response.body.count <= Self.maxBytes else { throw .tooLarge }
    guard let type = response.headers["content-type"],
      let format = PictureFormat(contentType: type),
      format.begins(response.body)
    else { throw .notAPicture }
    return .picture(
      response.body,
      PictureValidator(
        etag: response.headers["etag"], lastModified: response.headers["last-modified"]))
  }

  private func target(of response: HTTPResponse, from address: PictureURL)
    throws(PictureError) -> PictureURL
  {
    guard let location = response.headers["location"],
      let base = URL(string: address.text),
      let url = URL(string: location, relativeTo: base)?.absoluteString,
      let target = PictureURL(url), address.isLoopback || !target.isLoopback
    else { throw .addressNotAllowed }
    return target
  }
}
