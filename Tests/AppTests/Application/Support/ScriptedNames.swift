import Core

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Knows the names that a test tells it.
@MainActor
final class ScriptedNames: PersonNaming {
  private let observers = Observers()
  /// By user ID.
  var names: [String: String] = [:] {
    didSet { observers.notify() }
  }

  func personName(_ user: String, _ account: AccountID) -> String? { names[user] }

  private(set) var looks = 0

  func lookUpAgain(_ account: AccountID) { looks += 1 }

  func observeNames(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }
}
