import Core
import Platform
import Service
import Sync

/// The texts typed to add an account. It contains the password, so it must not be printed or logged.
struct SignInForm: Equatable, Redacted {
  enum Field: Hashable, CaseIterable {
    case project
    case apiKey
    case user
    case email
    case password
    /// The name under which others know a new user.
    case username
    case database
    case host
    case identityHost
    case tokenHost

    /// Whether the field is needed only for a server that is not Google's.
    var isAdvanced: Bool { [.database, .host, .identityHost, .tokenHost].contains(self) }
  }

  private var texts: [Field: String] = [:]

  subscript(field: Field) -> String {
    get { texts[field] ?? "" }
    set { texts[field] = newValue }
  }

  /// All texts except the password.
  var shownTexts: [Field: String] { texts.filter { $0.key != .password } }

  /// Whether the server runs on this computer and needs no sign-in, like an emulator.
  var isOpen: Bool {
    guard isBlank(.apiKey), !isBlank(.host) else { return false }
    return (try? FirestoreSettings(project: "-", host: self[.host], user: "-"))?.isLoopback == true
  }

  /// Whether all required fields are filled in.
  /// - Parameter isNew: whether a new user is created.
  func isComplete(isNew: Bool) -> Bool {
    let needed: [Field] = isOpen ? [.project, .user] : [.project, .apiKey, .email, .password]
    return (isNew ? needed + [.username] : needed).allSatisfy { !isBlank($0) }
  }

  /// The server settings, without a user if sign-in is needed and has not happened yet.
  func server() throws(SignInProblem) -> FirestoreSettings {
    do throws(FirestoreSettings.Problem) {
      return try FirestoreSettings(
        project: self[.project], database: self[.database], host: self[.host],
        user: isOpen ? self[.user] : "-")
    } catch {
      throw SignInProblem(error)
    }
  }

  func identity() throws(SignInProblem) -> IdentitySettings {
    do throws(IdentitySettings.Problem) {
      return try IdentitySettings(
        apiKey: self[.apiKey], identityHost: self[.identityHost], tokenHost: self[.tokenHost])
    } catch {
      throw SignInProblem(error)
    }
  }

  /// The address without white space around it.
  func email() throws(SignInProblem) -> String {
    guard let email = TodoContent.normalized(self[.email]), email.contains("@") else {
      throw SignInProblem(.email, tr("Enter your e-mail address."))
    }
    return email
  }

  /// The profile of a new user.
  func profile(isFindable: Bool) throws(SignInProblem) -> Person {
    let person = Person(
      id: "", username: ProfileForm.name(self[.username]), fullname: "", isFindable: isFindable)
    if let problem = ProfileProblem(person) {
      throw SignInProblem(.username, ProfileText.reason(problem))
    }
    return person
  }

  private func isBlank(_ field: Field) -> Bool { TodoContent.normalized(self[field]) == nil }
}

extension SignInForm {
  /// The form filled in from an account, without the password.
  init(_ account: Account, _ settings: FirestoreSettings) {
    guard let signIn = account.signIn else { return }
    self[.project] = settings.project
    self[.database] = settings.database
    self[.host] = settings.host
    self[.apiKey] = signIn.identity.apiKey
    self[.identityHost] = signIn.identity.identityHost
    self[.tokenHost] = signIn.identity.tokenHost
    self[.email] = signIn.email
  }
}
