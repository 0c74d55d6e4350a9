import Basics
import Core
import Sync

/// The people known on the accounts' servers.
///
/// Scenes that read people pass the results on to it. It also reads by itself: the cached people of an account at the
/// start or at the first request for one of them, and all people when one is not found. It keeps the sort order and the
/// search index, so that a scene has both in its first frame.
@MainActor
package final class PeopleDirectory {
  /// What is known about one server.
  package struct Known: Sendable {
    package var index: PersonIndex
    /// In the order of the server's answer.
    package var answer: ServerAnswer<[Person]>
  }

  private let source: any ServerSource<[Person]>
  private let clock: any SyncClock
  private var known: [AccountID: Known] = [:]
  private(set) var reads: [AccountID: Task<Void, Never>] = [:]
  /// When the last read ended; it may have to be repeated for a person who was not found.
  private var lastReads: [AccountID: ContinuousClock.Instant] = [:]
  private let observers = Observers()
  /// How long to wait before a person who was not found is looked up again.
  private static let pause = Duration.seconds(300)
  /// A known answer whose time is further ahead of this computer's clock than this, in milliseconds (a day), does not
  /// count as newer than another one, as in the cache.
  private static let tolerance: Int64 = 24 * 60 * 60 * 1000

  package init(source: any ServerSource<[Person]>, clock: any SyncClock = SystemSyncClock()) {
    self.source = source
    self.clock = clock
  }

  isolated deinit {
    for read in reads.values { read.cancel() }
  }

  /// Calls back when what is known about people changes.
  /// - Returns: keeps the observation alive.
  package func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  /// What is known about the people of an account; for a share, of the member's account.
  package func known(of account: AccountID) -> Known? { known[account.root] }

  /// - Parameters:
  ///   - user: the user ID.
  ///   - account: an account that knows the person; for a share, the member's account is used.
  /// - Returns: nil if the person is not known, yet or at all.
  package func person(_ user: String, of account: AccountID) -> Person? {
    let account = account.root
    if let row = known[account]?.index.row(of: user) { return row.person }
    lookUp(account)
    return nil
  }

  /// Reads the cached people of an account, if that has not been done.
  package func load(_ account: AccountID) {
    if known[account.root] == nil { lookUp(account.root) }
  }

  /// The people of an account; where none are known yet, they are read first, from the cache or the server.
  /// - Parameters:
  ///   - account: for a share, the member's account is used.
  ///   - limit: how long to wait for that. The read continues after it.
  /// - Returns: nil if they are not known by then.
  package func known(of account: AccountID, within limit: Duration) async -> Known? {
    load(account)
    guard known[account.root] == nil, let read = reads[account.root] else {
      return known(of: account)
    }
    let promise = Promise<Void>()
    Task {
      await read.value
      promise.resolve(())
    }
    await promise.wait(within: limit, late: ())
    return known(of: account)
  }

  /// Stores an answer of a server or its cache.
  ///
  /// An answer older than the known one, or a partial one when all are known, changes nothing.
  package func take(_ answer: ServerAnswer<[Person]>, of account: AccountID) async {
    let account = account.root
    guard isNews(answer, account) else { return }
    if answer.value == known[account]?.answer.value {
      known[account]?.answer = answer
      return
    }
    let index = await Self.index(answer.value)
    // Another answer may have arrived meanwhile.
    guard isNews(answer, account) else { return }
    known[account] = Known(index: index, answer: answer)
    observers.notify()
  }

  /// Shows the user's edit of a profile before the server has it.
  package func put(_ person: Person, of account: AccountID) async {
    guard var answer = known[account.root]?.answer else { return }
    guard let place = answer.value.firstIndex(where: { $0.id.isExactly(person.id) }) else { return }
    answer.value[place] = person
    await take(answer, of: account)
  }

  /// Reads the people of an account again, because somebody may have become visible.
  package func lookUpAgain(_ account: AccountID) {
    lastReads[account.root] = nil
    lookUp(account.root)
  }

  /// Reads the people of an account again, which may have changed. Somebody who is not found later is looked up all the
  /// same.
  package func readAgain(_ account: AccountID) {
    read(account.root, isLookup: false)
  }

  // MARK: Reading

  private func isNews(_ answer: ServerAnswer<[Person]>, _ account: AccountID) -> Bool {
    guard let known = known[account]?.answer else { return true }
    let isAhead = known.readAt.milliseconds > clock.now().milliseconds + Self.tolerance
    return (known.readAt <= answer.readAt || isAhead) && (answer.isComplete || !known.isComplete)
  }

  private static func index(_ people: [Person]) async -> PersonIndex {
    await Task.detached(priority: .userInitiated) { PersonIndex(people) }.value
  }

  /// The first lookup uses the cache. Later ones read the server, because the cache did not contain the person.
  private func lookUp(_ account: AccountID) {
    guard lastReads[account].map({ ContinuousClock.now - $0 > Self.pause }) ?? true else { return }
    read(account, isLookup: true)
  }

  /// - Parameter isLookup: whether somebody was not found.
  private func read(_ account: AccountID, isLookup: Bool) {
    guard reads[account] == nil else { return }
    let isFirst = known[account] == nil
    let answers = source.read(account)
    reads[account] = Task { [weak self] in
      do {
        for try await answer in answers {
          await self?.take(answer, of: account)
          if isFirst, answer.isComplete { break }
        }
      } catch {
        // The error is shown when the user opens the people. Until then initials and IDs are shown.
        Log.warning("the people of an account were not read")
      }
      self?.didRead(account, isLookup: isLookup, isFirst: isFirst)
    }
  }

  private func didRead(_ account: AccountID, isLookup: Bool, isFirst: Bool) {
    reads[account] = nil
    guard isLookup else { return }
    if !isFirst || known[account] == nil { lastReads[account] = .now }
  }
}
