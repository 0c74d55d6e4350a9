import Core

/// The known names of people.
@MainActor
package protocol PersonNaming: AnyObject {
  /// A person's name; nil if it is not known.
  /// - Parameters:
  ///   - user: the person's user ID.
  ///   - account: the account that knows the person.
  func personName(_ user: String, _ account: AccountID) -> String?

  /// The URL of a person's picture; nil if there is none, or it is not known.
  func personPicture(_ user: String, _ account: AccountID) -> String?

  /// Asks the server again for people who were not found, even if it was asked a moment ago.
  func lookUpAgain(_ account: AccountID)

  /// Calls back when names become known or change.
  /// - Returns: keeps the observation alive.
  func observeNames(_ onChange: @escaping @MainActor () -> Void) -> AnyObject
}

extension PersonNaming {
  package func personPicture(_ user: String, _ account: AccountID) -> String? { nil }

  /// What a person is called, or the user ID.
  package func name(of user: String, _ account: AccountID) -> String {
    personName(user, account.root) ?? user
  }
}

extension PeopleDirectory: PersonNaming {
  package func personName(_ user: String, _ account: AccountID) -> String? {
    guard person(user, of: account) != nil else { return nil }
    return known(of: account)?.index.row(of: user)?.distinctName
  }

  package func personPicture(_ user: String, _ account: AccountID) -> String? {
    person(user, of: account)?.pictureURL
  }

  package func observeNames(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observe(onChange)
  }
}
