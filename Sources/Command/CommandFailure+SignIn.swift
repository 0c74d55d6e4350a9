import Core
import Platform
import Service
import Sync

extension CommandFailure {
  init(_ failure: AccountSignInFailure) {
    let reason = ErrorText.line(failure)
    if case .caldav(.untrustedCertificate(let certificate)) = failure {
      self.init(.untrusted, PlainText.line(reason + " " + Self.about(certificate)))
    } else {
      self.init(Self.status(of: failure), PlainText.line(reason))
    }
  }

  private static func about(_ certificate: UntrustedCertificate) -> String {
    tr(
      "It names %s and is issued by %s. If its owner confirms its SHA-256 fingerprint, add “--trust-certificate %s”.",
      certificate.subject, certificate.issuer, certificate.fingerprint)
  }

  private static func status(of failure: AccountSignInFailure) -> CommandStatus {
    switch failure {
    case .caldav(let error): status(of: error)
    case .browser(let error): status(of: error)
    case .identity(.transient), .identity(.protocolViolation), .identity(.tooManyAttempts):
      .unavailable
    case .identity, .otherUser, .otherBrowserUser, .otherCalendars: .notAllowed
    case .keyring, .onlineAccounts: .unavailable
    case .cancelled: .interrupted
    }
  }

  private static func status(of error: CalDAVDiscoveryError) -> CommandStatus {
    switch error {
    case .notAnAddress, .insecureAddress: .usage
    case .unreachable, .unavailable: .unavailable
    case .wrongPassword: .notAllowed
    case .untrustedCertificate: .untrusted
    case .otherHost, .notCalDAV, .noTaskList: .notFound
    }
  }

  private static func status(of error: LoginFlowError) -> CommandStatus {
    switch error {
    case .server(let error): status(of: error)
    case .notOffered, .otherServer: .notFound
    case .expired, .malformed: .unavailable
    case .refused: .notAllowed
    case .cancelled: .interrupted
    }
  }
}
