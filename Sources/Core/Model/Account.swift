/// A server that lists are synchronised with.
public struct Account: Hashable, Sendable, Codable, Identifiable {
  /// The kind of server with what is needed to find it.
  public enum Service: Hashable, Sendable, Codable {
    case firestore(FirestoreSettings)
  }

  public let id: AccountID
  public let service: Service

  public init(firestore settings: FirestoreSettings) {
    id = AccountID(
      rawValue: [settings.host, settings.project, settings.database, settings.user]
        .reduce("firestore:") { $0 + "/" + $1 })
    service = .firestore(settings)
  }
}
