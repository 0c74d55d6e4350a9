import Basics
import Core
import Sync

/// Who is who: the people that the servers of the accounts are known to have.
///
/// Whoever reads people tells it, and it reads those of an account itself: what is cached of them at the
/// start or the first time that somebody asks for one of them, and all when one is not found. It keeps the order and the search index too, so that a scene has them in its
/// first frame.
@MainActor
package final class PeopleDirectory {
  /// What is known of one server.
  package struct Known: Sendable {
    package var index: PersonIndex
    /// As they were read, in the order of the server.
    package var answer: ServerAnswer<[Person]>
  }

  private let source: any ServerSource<[Person]>
  private var known: [AccountID: Known] = [:]
  private var reads: [AccountID: Task<Void, Never>] = [:]
  /// When a reading ended that may have to be repeated for somebody who was not found.
  private var lastReads: [AccountID: ContinuousClock.Instant] = [:]
  private let observers = Observers()
  /// So long nobody is looked for again who was not found.
  private static let pause = Duration.seconds(300)

  package init(source: any ServerSource<[Person]>) {
    self.source = source
  }

  isolated deinit {
    for read in reads.values { read.cancel() }
  }

  /// Calls back when more or something else is known of people.
  /// - Returns: keeps the observation alive.
  package func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  /// What is known of the people of an account, or of the account that has a share.
  package func known(of account: AccountID) -> Known? { known[account.root] }

  /// - Parameters:
  ///   - user: the user ID.
  ///   - account: one that knows the person; a share counts as the account that has it.
  /// - Returns: nil if the person is not known, yet or at all.
  package func person(_ user: String, of account: AccountID) -> Person? {
    let account = account.root
    if let row = known[account]?.index.row(of: user) { return row.person }
    lookUp(account)
    return nil
  }

  /// Reads what is cached of the people of an account, if that has not been done.
  package func load(_ account: AccountID) {
    if known[account.root] == nil { lookUp(account.root) }
  }

  /// Takes over what a server, or the cache of it, was found to have.
  ///
  /// What is older than what is known, and a beginning of what is known in full, change nothing.
  package func take(_ answer: ServerAnswer<[Person]>, of account: AccountID) async {
    let account = account.root
    guard isNews(answer, account) else { return }
    if answer.value == known[account]?.answer.value {
      known[account]?.answer = answer
      return
    }
    let index = await Self.index(answer.value)
    // Another answer may have come meanwhile.
    guard isNews(answer, account) else { return }
    known[account] = Known(index: index, answer: answer)
    observers.notify()
  }

  /// Shows a person as they will be, before the server has heard of it.
  package func put(_ person: Person, of account: AccountID) async {
    guard var answer = known[account.root]?.answer else { return }
    guard let place = answer.value.firstIndex(where: { $0.id.isExactly(person.id) }) else { return }
    answer.value[place] = person
    await take(answer, of: account)
  }

  /// Reads the people of an account again, as when somebody may have become known.
  package func lookAgain(_ account: AccountID) {
    lastReads[account.root] = nil
    lookUp(account.root)
  }

  // MARK: Reading

  private func isNews(_ answer: ServerAnswer<[Person]>, _ account: AccountID) -> Bool {
    guard let known = known[account]?.answer else { return true }
    return known.readAt <= answer.readAt && (answer.isComplete || !known.isComplete)
  }

  private static func index(_ people: [Person]) async -> PersonIndex {
    await Task.detached(priority: .userInitiated) { PersonIndex(people) }.value
  }

  /// The first time what is cached is enough; later somebody was not found in it.
  private func lookUp(_ account: AccountID) {
    guard reads[account] == nil,
      lastReads[account].map({ ContinuousClock.now - $0 > Self.pause }) ?? true
    else { return }
    let isFirst = known[account] == nil
    let answers = source.read(account)
    reads[account] = Task { [weak self] in
      do {
        for try await answer in answers {
          await self?.take(answer, of: account)
          if isFirst, answer.isComplete { break }
        }
      } catch {
        // Initials and IDs do until somebody opens the people and is told why there are none.
        Log.warning("the people of an account were not read")
      }
      self?.didRead(account, isFirst: isFirst)
    }
  }

  private func didRead(_ account: AccountID, isFirst: Bool) {
    reads[account] = nil
    if !isFirst || known[account] == nil { lastReads[account] = .now }
  }
}
