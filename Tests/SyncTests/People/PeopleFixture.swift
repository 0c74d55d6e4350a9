import Basics
import Core
import Foundation
import Sync
import TestSupport

/// What the tests of people, lists and profiles ask with.
enum PeopleFixture {
  static func settings(_ host: String = "localhost:1", user: String = "ann") throws
    -> FirestoreSettings
  {
    try FirestoreSettings(project: "demo-optimist", host: host, user: user)
  }

  static func account(_ host: String = "localhost:1", user: String = "ann") throws -> AccountID {
    Account(firestore: try settings(host, user: user)).id
  }

  static func access(
    _ host: String = "localhost:1", user: String = "ann", transport: any HTTPTransport
  ) throws -> FirestoreAccount.Access {
    let settings = try settings(host, user: user)
    return { _ in FirestoreAccount(settings: settings, tokens: nil, transport: transport) }
  }

  static func text(_ text: String) -> [String: Any] { ["stringValue": text] }

  static func flag(_ flag: Bool) -> [String: Any] { ["booleanValue": flag] }
}

extension ServerSource {
  /// Reads to the end.
  func answers(_ account: AccountID) async throws -> [ServerAnswer<Value>] {
    var answers: [ServerAnswer<Value>] = []
    for try await answer in read(account) { answers.append(answer) }
    return answers
  }
}
