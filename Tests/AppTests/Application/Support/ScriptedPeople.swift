import Core
import Sync
import Synchronization

/// A server's people as a test says: each reading gets what the test sends until it ends it.
final class ScriptedPeople: ServerSource {
  typealias Answers = AsyncThrowingStream<ServerAnswer<[Person]>, any Error>

  private struct State {
    var open: [Int: Answers.Continuation] = [:]
    var reads: [AccountID] = []
    var prepared: [ServerAnswer<[Person]>] = []
  }

  private let state = Mutex(State())

  /// The accounts whose people were asked for, in order.
  var reads: [AccountID] { state.withLock(\.reads) }

  /// How many are still reading.
  var openCount: Int { state.withLock(\.open.count) }

  /// From now on every reading gets this at once, and ends.
  func prepare(_ people: [Person], at moment: Int64 = 1000) {
    state.withLock { $0.prepared = [.init(value: people, readAt: .init(milliseconds: moment))] }
  }

  func read(_ account: AccountID) -> Answers {
    let (answers, continuation) = Answers.makeStream()
    let prepared = state.withLock { state in
      state.reads.append(account)
      let number = state.reads.count
      if state.prepared.isEmpty { state.open[number] = continuation }
      continuation.onTermination = { [weak self] _ in
        // Not while the lock is held: finishing calls this.
        Task { self?.state.withLock { $0.open[number] = nil } }
      }
      return state.prepared
    }
    if !prepared.isEmpty {
      for answer in prepared { continuation.yield(answer) }
      continuation.finish()
    }
    return answers
  }

  /// Answers all who are reading.
  func send(
    _ people: [Person], at moment: Int64 = 1000, isComplete: Bool = true, skipped: Int = 0
  ) {
    let answer = ServerAnswer(
      value: people, readAt: Timestamp(milliseconds: moment), isComplete: isComplete,
      skipped: skipped)
    for reader in state.withLock(\.open).values { reader.yield(answer) }
  }

  /// Ends all readings, with a failure or well.
  func end(_ error: SyncError? = nil) {
    let open = state.withLock { state in
      defer { state.open = [:] }
      return Array(state.open.values)
    }
    for reader in open { reader.finish(throwing: error) }
  }
}

extension Person {
  /// A person whose names follow from the ID: "ann" is called Ann.
  static func sample(_ id: String, name: String? = nil, picture: String? = nil) -> Person {
    Person(id: id, username: id, fullname: name ?? id.capitalized, pictureURL: picture)
  }
}
