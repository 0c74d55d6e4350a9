import Basics
import Core
import FoundationEssentials

/// The way from one place to a user's calendars.
struct CalDAVSearch: Sendable {
  let discovery: CalDAVDiscovery
  /// The domain whose hosts may get the password.
  let domain: String
  /// The servers that the user or the domain's service records name, with their ports.
  let named: Set<DAVOrigin>
  let certificate: String?
  let credentials: DAVCredentials

  private typealias Place = CalDAVAddress.Place

  private struct Found {
    let place: Place
    let exchange: DAVExchange
    let properties: DAVProperties
  }

  private static let asked: [XMLName] = [
    .currentUserPrincipal, .calendarHomes, .resourceType,
  ]

  /// Finds the account that a place belongs to.
  func account(at start: CalDAVAddress.Place) async throws(CalDAVDiscoveryError)
    -> CalDAVDiscovery.Account
  {
    var found = try await ask(start)
    if found.properties.currentUserPrincipal == nil, found.properties.calendarHomes.isEmpty,
      found.exchange.authenticator.authenticatePreemptively()
    {
      // The server has answered an anonymous request.
      found = try await ask(found.place, with: found.exchange)
    }
    if found.properties.calendarHomes.isEmpty {
      guard let href = found.properties.currentUserPrincipal else { throw .notCalDAV }
      found = try await ask(try place(href, from: found.place), after: found)
    }
    guard let href = found.properties.calendarHomes.first else { throw .noTaskList }
    let home = try place(href, from: found.place)
    let exchange = try exchange(for: home.origin, after: found)
    return try await account(at: home, with: exchange)
  }

  private func account(at home: CalDAVAddress.Place, with exchange: DAVExchange)
    async throws(CalDAVDiscoveryError) -> CalDAVDiscovery.Account
  {
    let path = home.path.asCollection
    let answer = try await Self.classified { () throws(SyncError) in
      try await exchange.propfind(path, depth: 1, CalDAVCollection.properties)
    }
    let calendars = answer.responses.filter {
      $0.properties.resourceTypes?.contains(.calDAV("calendar")) == true
    }
    let lists = calendars.count { $0.properties.isTodoCalendar }
    if lists == 0, !calendars.isEmpty { throw .noTaskList }
    return .init(
      settings: CalDAVSettings(
        server: home.origin.text, home: path.text, user: credentials.user,
        certificate: certificate),
      lists: lists)
  }

  // MARK: Asking

  /// Asks one place, and where it redirects to.
  private func ask(_ start: Place, after found: Found? = nil) async throws(CalDAVDiscoveryError)
    -> Found
  {
    try await ask(start, with: try exchange(for: start.origin, after: found))
  }

  private func ask(_ start: Place, with first: DAVExchange) async throws(CalDAVDiscoveryError)
    -> Found
  {
    var place = start
    var exchange = first
    for _ in 0...DAVExchange.mostRedirections {
      let request = DAVExchange.Request(
        method: .propfind, path: place.path,
        headers: ["Depth": "0", "Content-Type": DAVExchange.xml],
        body: DAVRequestBody.propfind(Self.asked))
      let response: HTTPResponse
      do throws(HTTPFailure) {
        response = try await exchange.answer(to: request)
      } catch {
        throw CalDAVDiscoveryError(error)
      }
      if [301, 302, 303, 307, 308].contains(response.status),
        let location = response.headers["location"]
      {
        let target = try self.place(location, from: place)
        if target.origin != place.origin {
          exchange = try self.exchange(for: target.origin, after: nil)
        }
        place = target
        continue
      }
      return Found(
        place: place, exchange: exchange, properties: try properties(response, at: place))
    }
    throw .notCalDAV
  }

  private func properties(_ response: HTTPResponse, at place: Place) throws(CalDAVDiscoveryError)
    -> DAVProperties
  {
    if let error = DAVErrorClassifier.error(
      of: response, isConditional: false, now: discovery.clock.now())
    {
      throw CalDAVDiscoveryError(error)
    }
    // A web page answers every request with success.
    guard response.status == 207, let answer = try? Multistatus(reading: response.body) else {
      throw .notCalDAV
    }
    let own = answer.responses.first {
      DAVPath(href: $0.href)?.asCollection == place.path.asCollection
    }
    guard let found = own ?? answer.responses.first else { throw .notCalDAV }
    return found.properties
  }

  /// Where an href or a redirection leads.
  private func place(_ href: String, from place: Place) throws(CalDAVDiscoveryError) -> Place {
    if let (origin, path) = DAVOrigin.split(href) {
      // A server behind a proxy that ends TLS may not know that it is reached by https.
      if !origin.isAllowed, place.origin.isSecure, origin.host.isExactly(place.origin.host) {
        return Place(origin: place.origin, path: path)
      }
      guard origin.isAllowed else { throw .insecureAddress }
      return Place(origin: origin, path: path)
    }
    guard href.hasExactPrefix("/"), !href.hasExactPrefix("//"), let path = DAVPath(href: href)
    else { throw .notCalDAV }
    return Place(origin: place.origin, path: path)
  }

  /// Requests to a server, with the password if that server may get it.
  /// - Parameter found: an earlier exchange, which is used again if it is with the same server.
  private func exchange(for origin: DAVOrigin, after found: Found?) throws(CalDAVDiscoveryError)
    -> DAVExchange
  {
    if let found, found.exchange.origin == origin { return found.exchange }
    // Another port of the host is another server, which may be somebody else's.
    guard origin.isWithin(domain), named.contains(origin) || origin.isSecure && origin.port == 443
    else { throw .otherHost(origin.host) }
    return DAVExchange(
      origin: origin, transport: discovery.transport,
      authenticator: DAVAuthenticator(credentials, makeClientNonce: discovery.makeClientNonce),
      clock: discovery.clock, timeout: discovery.timeout, trustedCertificate: certificate)
  }

  private static func classified<T>(_ work: () async throws(SyncError) -> T)
    async throws(CalDAVDiscoveryError) -> T
  {
    do throws(SyncError) {
      return try await work()
    } catch {
      throw CalDAVDiscoveryError(error)
    }
  }
}

extension CalDAVDiscoveryError {
  init(_ failure: HTTPFailure) {
    switch failure {
    case .untrusted(let certificate): self = .untrustedCertificate(certificate)
    case .insecureAddress: self = .insecureAddress
    case .malformedURL: self = .notAnAddress
    case .malformedResponse, .tooLarge: self = .notCalDAV
    case .unreachable, .interrupted, .timedOut, .tls, .privateAddress, .cancelled:
      self = .unreachable
    }
  }

  init(_ error: SyncError) {
    switch error {
    case .authentication: self = .wrongPassword
    case .untrusted(let certificate): self = .untrustedCertificate(certificate)
    case .transient(.unavailable(let status), _): self = .unavailable(status: status)
    case .transient: self = .unreachable
    case .rejected, .conflict, .postponed, .protocolViolation: self = .notCalDAV
    }
  }
}
