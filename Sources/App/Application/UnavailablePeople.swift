import Core
import Sync

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The people of servers that have none.
struct UnavailablePeople: ServerSource {
  func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<[Person]>, any Error> {
    AsyncThrowingStream { $0.finish() }
  }
}

/// Pictures that cannot be had.
struct UnavailablePictures: PictureSource {
  func picture(at url: String) async throws(PictureError) -> Data { throw .unavailable }
}

/// The user of servers that know nothing about them.
@MainActor
final class UnavailableProfiles: ProfileEditing {
  func profile(of account: AccountID) async -> Person? { nil }
  func save(_ person: Person, of account: AccountID) async throws(ProfileProblem) {}
  func sendPending(of account: AccountID) async -> ProfileOutcome { .waiting }
  func discardPending(of account: AccountID) async {}
}
