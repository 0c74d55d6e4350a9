/// A server that lists are synchronised with.
public struct Account: Hashable, Sendable, Codable, Identifiable {
  /// The kind of server with what is needed to find it.
  public enum Service: Hashable, Sendable, Codable {
    case firestore(FirestoreSettings)
  }

  public let id: AccountID
  public let service: Service
  /// How the user signs in; nil where the server asks for nothing, as an emulator on this computer.
  public let signIn: SignIn?

  public init(firestore settings: FirestoreSettings, signIn: SignIn? = nil) {
    id = AccountID(
      rawValue: [settings.host, settings.project, settings.database, settings.user]
        .reduce("firestore:") { $0 + "/" + $1 })
    service = .firestore(settings)
    self.signIn = signIn
  }

  /// What the user knows the account by: the e-mail address, or user and project.
  public var name: String {
    if let signIn { return signIn.email }
    switch service {
    case .firestore(let settings): return settings.user + " (" + settings.project + ")"
    }
  }
}
