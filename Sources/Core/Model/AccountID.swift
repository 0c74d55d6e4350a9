/// Names an account by what it is (server, project, user), so that a queue can never be sent with
/// the settings of another one: changed settings are another account.
public struct AccountID: Hashable, Sendable, Codable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
