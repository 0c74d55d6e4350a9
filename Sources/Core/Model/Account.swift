import Basics

/// A server that lists are synchronised with.
///
/// A list that another person shares is an account of its own, with its own outbox and its own ``Share``, so trouble
/// with one share affects nothing else.
public struct Account: Hashable, Sendable, Codable, Identifiable {
  /// The kind of server and how to reach it.
  public enum Service: Hashable, Sendable, Codable {
    case firestore(FirestoreSettings)
    case caldav(CalDAVSettings)
  }

  /// What a kind of server offers besides lists and to-dos.
  public struct Offers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    /// Other people with their pictures, to whom to-dos can be assigned, and a profile of the user.
    public static let people = Offers(rawValue: 1 << 0)
    /// Lists that several people use.
    public static let sharing = Offers(rawValue: 1 << 1)
    /// A catalogue of all lists of the user, including those that are not synchronised.
    public static let catalogue = Offers(rawValue: 1 << 2)

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }
  }

  /// The user's membership in a list of another person.
  public struct Share: Hashable, Sendable, Codable {
    /// The user ID of the person who owns the list.
    @Exact public private(set) var owner: String
    public let list: ListID
    public let role: ListRole

    public init(owner: String, list: ListID, role: ListRole) {
      self.owner = owner
      self.list = list
      self.role = role
    }
  }

  public let id: AccountID
  public let service: Service
  /// How the user signs in; nil if the server needs none, like an emulator on this computer.
  public let signIn: SignIn?
  /// Nil for an account that is not a share.
  public let share: Share?

  public init(firestore settings: FirestoreSettings, signIn: SignIn? = nil) {
    id = AccountID(
      rawValue: [settings.host, settings.project, settings.database, settings.user]
        .reduce("firestore:") { $0 + "/" + $1 })
    service = .firestore(settings)
    self.signIn = signIn
    share = nil
  }

  /// - Parameter id: the ID of the existing account if its user now signs in under another name; nil for a new account.
  public init(caldav settings: CalDAVSettings, id: AccountID? = nil) {
    self.id = id ?? AccountID(settings)
    service = .caldav(settings)
    signIn = nil
    share = nil
  }

  private init(_ account: Account, _ share: Share) {
    id = account.id.sharing(share.list, of: share.owner)
    service = account.service
    signIn = account.signIn
    self.share = share
  }

  /// The account for one shared list in which this account is a member.
  public func sharing(_ share: Share) -> Account { Account(self, share) }

  /// The user ID under which the server knows the user.
  public var user: String {
    switch service {
    case .firestore(let settings): settings.user
    case .caldav(let settings): settings.user
    }
  }

  /// What the account's server offers besides lists and to-dos.
  public var offers: Offers { id.offers }

  /// Whether a password or token of the user is kept in the keyring.
  public var hasSecret: Bool {
    switch service {
    case .firestore: signIn != nil
    case .caldav: true
    }
  }

  /// The account's name for the user: the e-mail address, or user and project or host.
  public var name: String {
    if let signIn { return signIn.email }
    switch service {
    case .firestore(let settings): return settings.user + " (" + settings.project + ")"
    case .caldav(let settings): return settings.user + " (" + settings.host + ")"
    }
  }

  /// The text that names the server to the user: its host; for Firebase, the project, and also the host if it is not
  /// Google's.
  public var serverTitle: String {
    switch service {
    case .firestore(let settings):
      settings.host == FirestoreSettings.defaultHost
        ? settings.project : settings.project + " · " + settings.host
    case .caldav(let settings): settings.host
    }
  }

  /// The SHA-256 fingerprint of a certificate that the user trusts although the system does not, in lower-case
  /// hexadecimal digits; nil if there is none.
  public var trustedCertificate: String? {
    switch service {
    case .firestore: nil
    case .caldav(let settings): settings.certificate
    }
  }
}

extension Account.Service {
  /// The same server, with another certificate that the user trusts; nil if only the system decides for this kind of
  /// server.
  func trusting(_ certificate: String) -> Account.Service? {
    switch self {
    case .firestore: nil
    case .caldav(let settings): .caldav(settings.trusting(certificate))
    }
  }
}
