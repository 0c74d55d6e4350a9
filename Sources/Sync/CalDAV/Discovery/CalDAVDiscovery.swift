import Basics
import Core
import FoundationEssentials

/// Finds a user's calendars from what a person knows: an address, a name and a password (RFC 6764, RFC 5397, RFC 4791
/// §6.2.1).
///
/// The password is sent only to the host that was typed and to hosts within the domain that was typed. Without TLS it
/// is sent only to this computer.
package struct CalDAVDiscovery: Sendable {
  /// What was found.
  package struct Account: Hashable, Sendable {
    package let settings: CalDAVSettings
    /// How many of the calendars take to-dos; zero for a home without any calendar, where one can be made.
    package let lists: Int
  }

  /// The time limit of each request. After some wrong passwords Nextcloud waits 25 seconds before it answers
  /// (https://docs.nextcloud.com/server/latest/admin_manual/configuration_server/bruteforce_configuration.html).
  static let timeout = Duration.seconds(40)

  let transport: any HTTPTransport
  let makeClientNonce: @Sendable () -> String
  let clock: any SyncClock
  let timeout: Duration
  let lookUp: @Sendable (String) async -> CalDAVService?

  /// - Parameters:
  ///   - makeClientNonce: random hexadecimal digits, for Digest authentication.
  ///   - timeout: for each request.
  package init(
    transport: any HTTPTransport, makeClientNonce: @escaping @Sendable () -> String,
    clock: any SyncClock = SystemSyncClock(), timeout: Duration = Self.timeout
  ) {
    self.init(
      transport: transport, makeClientNonce: makeClientNonce, clock: clock, timeout: timeout,
      lookUp: { await ServiceRecords.caldav(of: $0, within: .seconds(5)) })
  }

  /// - Parameter lookUp: the service records of a domain.
  init(
    transport: any HTTPTransport, makeClientNonce: @escaping @Sendable () -> String,
    clock: any SyncClock, timeout: Duration,
    lookUp: @escaping @Sendable (String) async -> CalDAVService?
  ) {
    self.transport = transport
    self.makeClientNonce = makeClientNonce
    self.clock = clock
    self.timeout = timeout
    self.lookUp = lookUp
  }

  /// Finds the account at an address.
  /// - Parameters:
  ///   - address: an e-mail address, a host or a URL, as typed.
  ///   - user: the name to sign in with; empty takes it from the e-mail address.
  ///   - certificate: the fingerprint of a certificate that the user trusts.
  /// - Throws: the ``CalDAVDiscoveryError`` that says most about what to do next, of all places that were tried.
  package func account(
    at address: String, user: String, password: String, certificate: String? = nil
  ) async throws(CalDAVDiscoveryError) -> Account {
    guard let typed = CalDAVAddress(address) else { throw .notAnAddress }
    if let place = typed.place, !place.origin.isAllowed { throw .insecureAddress }
    var problem = CalDAVDiscoveryError.unreachable
    for name in user.isEmpty ? typed.users : [user] {
      let places = await places(of: typed)
      for place in places {
        let search = CalDAVSearch(
          discovery: self, domain: typed.domain, named: Set(places.map(\.origin)),
          certificate: certificate,
          credentials: DAVCredentials(user: name, password: password))
        do throws(CalDAVDiscoveryError) {
          return try await search.account(at: place)
        } catch {
          if Task.isCancelled { throw .unreachable }
          if error.rank > problem.rank { problem = error }
          // Other places would ask for the same password, and repeated failures lock accounts.
          if error == .wrongPassword { break }
        }
      }
      if problem != .wrongPassword { break }
    }
    throw problem
  }

  /// Where to ask, best first.
  private func places(of address: CalDAVAddress) async -> [CalDAVAddress.Place] {
    var places: [CalDAVAddress.Place] = []
    let root = DAVPath(href: "/")
    if let place = address.place, place.path != root { places.append(place) }
    if let place = address.place, let path = DAVPath(href: Self.wellKnown) {
      places.append(.init(origin: place.origin, path: path))
    }
    // A port or a numeric address names one server, not a service.
    if address.place.map({ $0.origin.port == 443 }) ?? true, InternetAddress(address.domain) == nil,
      let service = await lookUp(address.domain)
    {
      for host in service.hosts {
        let origin = DAVOrigin(isSecure: true, host: host.name, port: host.port)
        if let path = DAVPath(href: service.path ?? Self.wellKnown) {
          places.append(.init(origin: origin, path: path))
        }
      }
    }
    let origin = address.place?.origin ?? DAVOrigin(isSecure: true, host: address.domain, port: 443)
    if address.place == nil, let path = DAVPath(href: Self.wellKnown) {
      places.append(.init(origin: origin, path: path))
    }
    if let root { places.append(.init(origin: origin, path: root)) }
    return places
  }

  /// RFC 6764 §5.
  private static let wellKnown = "/.well-known/caldav"
}

extension CalDAVDiscoveryError {
  /// How much the error says about what to do next.
  fileprivate var rank: Int {
    switch self {
    case .unreachable: 0
    case .notCalDAV: 1
    case .unavailable: 2
    case .otherHost: 3
    case .insecureAddress, .notAnAddress: 4
    case .untrustedCertificate: 5
    case .noTaskList: 6
    case .wrongPassword: 7
    }
  }
}
