import Core
import Sync

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Keeps a profile as a test says, and sends it nowhere.
@MainActor
final class RecordingProfiles: ProfileEditing {
  enum Call: Equatable {
    case save(Person, changing: Set<Person.Field>)
    case send
    case discard
  }

  private(set) var calls: [Call] = []
  /// The user as the server knows them.
  var person: Person?
  /// What the next savings fail with.
  var problems: [ProfileProblem] = []
  /// How the next sendings end; after them they succeed.
  var outcomes: [ProfileOutcome] = []

  func profile(of account: AccountID) async -> Person? { person }

  func save(
    _ person: Person, changing fields: Set<Person.Field>, of account: AccountID
  ) async throws(ProfileProblem) {
    calls.append(.save(person, changing: fields))
    if !problems.isEmpty { throw problems.removeFirst() }
  }

  func sendPending(of account: AccountID) async -> ProfileOutcome {
    calls.append(.send)
    return outcomes.isEmpty ? .sent : outcomes.removeFirst()
  }

  func discardPending(of account: AccountID) async { calls.append(.discard) }
}
