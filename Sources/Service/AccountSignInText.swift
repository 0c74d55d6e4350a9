import Core
import Platform
import Sync

extension ErrorText {
  /// Says why signing in failed. Never contains what was typed.
  package static func reason(_ failure: AccountSignInFailure) -> String {
    switch failure {
    case .identity(let error): reason(error)
    case .caldav(let error): reason(error)
    case .browser(let error): reason(error)
    case .onlineAccounts(let reason):
      tr("Online Accounts did not give the password (%s). Enter it here.", short(reason))
    case .otherBrowserUser:
      tr("Somebody else is signed in in the browser. Sign out there, then try again.")
    case .keyring(let error): reason(error)
    case .otherUser:
      tr(
        "This e-mail address now belongs to another user. Sign out, keep the lists, and add the account again."
      )
    case .otherCalendars:
      tr(
        "This user has other calendars than the account. Check the user name; or sign out, keep the lists, and add the account again."
      )
    case .cancelled: tr("Signing in was interrupted.")
    }
  }

  /// What the server said, for somebody who administers it; nil where that adds nothing.
  package static func detail(_ failure: AccountSignInFailure) -> String? {
    problem(behind: failure).flatMap(detail)
  }

  /// The reason and the detail in one line, as a terminal shows them.
  package static func line(_ failure: AccountSignInFailure) -> String {
    [reason(failure), detail(failure)].compactMap { $0 }.joined(separator: " ")
  }

  private static func problem(behind failure: AccountSignInFailure) -> SyncProblem? {
    switch failure {
    case .identity(.refused(let status, let code)): .refused(status: status, code: code)
    case .identity(.transient(let error)): error.problem
    case .identity(.protocolViolation(let detail)): .protocolViolation(detail: detail)
    case .caldav(.unavailable(let status)), .browser(.server(.unavailable(let status))):
      .unavailable(status: status)
    case .browser(.refused(let status)): .refused(status: status, code: "")
    case .identity, .caldav, .browser, .onlineAccounts, .otherBrowserUser, .keyring, .otherUser,
      .otherCalendars, .cancelled:
      nil
    }
  }

  package static func reason(_ error: IdentityError) -> String {
    switch error {
    case .wrongCredentials, .tokenRevoked:
      tr("The e-mail address or the password is wrong.")
    case .emailInUse:
      tr("There is an account with this e-mail address already. Sign in instead.")
    case .weakPassword:
      tr("This password is too weak. Use at least six characters; longer is better.")
    case .invalidEmail:
      tr("This is not an e-mail address.")
    case .userDisabled:
      tr("An administrator has disabled this user.")
    case .tooManyAttempts:
      tr("There were too many attempts. Wait a few minutes, then try again.")
    case .notEnabled:
      tr("This project does not let people sign in with an e-mail address and a password.")
    case .badKey:
      tr("The server does not accept this API key.")
    case .secondFactorRequired:
      tr("This user signs in with a second factor, which Optimist does not support.")
    case .refused:
      tr("The server refused the sign-in.")
    case .transient(let error):
      reason(error.problem)
    case .protocolViolation:
      tr("The server’s answer could not be understood.")
    }
  }

  package static func reason(_ error: CalDAVDiscoveryError) -> String {
    switch error {
    case .notAnAddress:
      tr("This is neither a server’s address nor an e-mail address.")
    case .insecureAddress:
      tr("The password would be sent without encryption. Use an address that begins with https.")
    case .unreachable:
      tr("The server cannot be reached.")
    case .wrongPassword:
      tr(
        "The user name or the password is wrong. Some servers need an app password, made in their settings."
      )
    case .untrustedCertificate:
      tr("The server’s certificate is not trusted.")
    case .otherHost(let host):
      tr(
        "The calendars are on another server, %s. If that is right, enter its address.",
        short(host))
    case .notCalDAV:
      tr("There is no CalDAV server at this address.")
    case .noTaskList:
      tr("This user has calendars there, but none for to-dos.")
    case .unavailable(let status):
      reason(SyncProblem.unavailable(status: status))
    }
  }

  package static func reason(_ error: LoginFlowError) -> String {
    switch error {
    case .server(let error): reason(error)
    case .notOffered:
      tr("This server does not let people sign in through the browser. Enter a password instead.")
    case .otherServer(let address):
      tr(
        "The server wants the sign-in to go on at another address, %s. If that is right, enter that address.",
        short(address))
    case .expired: tr("Nobody has signed in in the browser within 20 minutes.")
    case .refused: tr("The server has ended the sign-in.")
    case .malformed: tr("The server’s answer could not be understood.")
    case .cancelled: tr("Signing in was interrupted.")
    }
  }

  package static func reason(_ error: SecretError) -> String {
    switch error {
    case .unavailable:
      tr(
        "There is no keyring on this computer to keep the sign-in safe. Install and start one, such as GNOME Keyring, then try again."
      )
    case .locked:
      tr("The keyring is locked. Unlock it, then try again.")
    case .timedOut:
      tr("The keyring did not answer in time.")
    case .cancelled:
      tr("Sending was interrupted.")
    case .failed(let detail):
      tr("The keyring reported an error (%s).", detail)
    }
  }
}
