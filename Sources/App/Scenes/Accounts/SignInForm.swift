import Core
import Platform
import Service
import Sync

/// What has been typed to add an account, with the password: nothing may show what is in it.
struct SignInForm: Equatable, Redacted {
  enum Field: Hashable, CaseIterable {
    case project
    case apiKey
    case user
    case email
    case password
    /// What others call a new user.
    case username
    case database
    case host
    case identityHost
    case tokenHost

    /// Whether only those need it whose server is not Google's.
    var isAdvanced: Bool { [.database, .host, .identityHost, .tokenHost].contains(self) }
  }

  private var texts: [Field: String] = [:]

  subscript(field: Field) -> String {
    get { texts[field] ?? "" }
    set { texts[field] = newValue }
  }

  /// All but the password.
  var shownTexts: [Field: String] { texts.filter { $0.key != .password } }

  /// Whether the server is one on this computer that asks nobody to sign in, as an emulator does.
  var isOpen: Bool {
    guard isBlank(.apiKey), !isBlank(.host) else { return false }
    return (try? FirestoreSettings(project: "-", host: self[.host], user: "-"))?.isLoopback == true
  }

  /// Whether all is there that cannot be left out.
  /// - Parameter isNew: whether the user is to be made.
  func isComplete(isNew: Bool) -> Bool {
    let needed: [Field] = isOpen ? [.project, .user] : [.project, .apiKey, .email, .password]
    return (isNew ? needed + [.username] : needed).allSatisfy { !isBlank($0) }
  }

  /// The server, for a user who is not known yet where somebody has to sign in.
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
      id: "", username: ProfileForm.trimmed(self[.username]), fullname: "", isFindable: isFindable)
    if let problem = ProfileProblem(person) {
      throw SignInProblem(.username, ProfileText.reason(problem))
    }
    return person
  }

  private func isBlank(_ field: Field) -> Bool { TodoContent.normalized(self[field]) == nil }
}

extension SignInForm {
  /// Everything about an account but the password.
  init(_ account: Account) {
    guard let signIn = account.signIn, case .firestore(let settings) = account.service else {
      return
    }
    self[.project] = settings.project
    self[.database] = settings.database
    self[.host] = settings.host
    self[.apiKey] = signIn.identity.apiKey
    self[.identityHost] = signIn.identity.identityHost
    self[.tokenHost] = signIn.identity.tokenHost
    self[.email] = signIn.email
  }
}
