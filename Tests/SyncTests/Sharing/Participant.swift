import Core
import Sync
import Synchronization
import TestSupport

/// One person's computer with everything that is synchronised there: what is their own, and the lists of
/// others that they take part in.
final class Participant {
  let user: String
  let store: TodoStore
  let account: Account
  private let makeBackend: (Account) -> any SyncBackend
  let clock = ManualClock(skipsSleep: true)
  private var engines: [AccountID: SyncEngine] = [:]

  init(_ user: String, makeBackend: @escaping (Account) -> any SyncBackend) async throws {
    self.user = user
    self.makeBackend = makeBackend
    let clock = clock
    let numbers = NumberSource()
    store = try TodoStore.inMemory(
      environment: StoreEnvironment(
        now: {
          clock.advance(by: .milliseconds(1))
          return clock.now()
        }, makeID: { user + "\(numbers.next())" }))
    account = Account(firestore: try FirestoreSettings(project: "p", user: user))
    try await store.connect(account)
  }

  /// Against the official emulator, judged by the rules.
  convenience init(_ user: String, _ emulator: FirestoreEmulator) async throws {
    let settings = try FirestoreSettings(
      project: emulator.project, host: emulator.host, user: user)
    try await self.init(user) { account in
      FirestoreBackend(
        settings: settings, share: account.share, transport: SoupTransport(),
        timeout: .seconds(20))
    }
  }

  /// A round of everything, until no list of another person comes any more.
  @discardableResult
  func sync(pull: Bool = true) async throws -> [AccountID: SyncOutcome] {
    var outcomes: [AccountID: SyncOutcome] = [:]
    while let account = try await store.syncAccounts().first(where: { outcomes[$0.id] == nil }) {
      outcomes[account.id] = await engine(of: account).syncOnce(pull: pull, wake: true)
    }
    return outcomes
  }

  func engine(of account: Account) -> SyncEngine {
    if let known = engines[account.id] { return known }
    let engine = SyncEngine(
      account: account.id, store: store, backend: makeBackend(account), clock: clock,
      random: SplitMix64(seed: 1))
    engines[account.id] = engine
    return engine
  }

  /// Accepts every invitation.
  func acceptAll() async throws {
    for invitation in try await store.invitations() { try await store.accept(invitation.id) }
  }

  // MARK: Looking

  func list(named name: String) async throws -> TodoList? {
    try await store.lists().first { $0.name == name }
  }

  func contents(of list: ListID) async throws -> [String] {
    let sections = try await store.sections(of: .list(list))
    return sections.rows.map(\.content)
  }

  func shares() async throws -> [Account.Share] {
    try await store.syncAccounts().compactMap(\.share)
  }

  func waiting() async throws -> Int {
    try await store.syncSummaries().reduce(0) { $0 + $1.summary.waiting }
  }

  @discardableResult
  func add(_ content: String, to list: ListID) async throws -> Todo {
    try await store.add(
      TodoDraft(id: TodoID(rawValue: store.makeID()), listID: list, content: content))
  }
}

/// Numbers that are never given twice.
private final class NumberSource: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}
