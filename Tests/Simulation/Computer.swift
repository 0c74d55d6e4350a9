import Core
import Foundation
import Sync
import Synchronization
import TestSupport

/// A simulated computer: a database, a sync engine for each account, and a clock that may be wrong.
final class Computer {
  let name: String
  let account: Account
  /// Another account of the same user.
  private let second: Account?
  let clock: ManualClock
  /// Whether several users share lists.
  let isSharing: Bool
  /// Whether requests go through the real backend and the JSON of Cloud Firestore.
  let isOnWire: Bool
  /// The path of the database file; nil if the database is in memory.
  private let path: String?
  private let server: SimulatedServer
  private let chances: Chances
  /// Called with changes that are about to be sent to an account's server.
  private let willSend: @Sendable ([PendingChange], Account) -> Void
  /// Called with changes whose answer says that they have arrived.
  private let wasAnswered: @Sendable ([PendingChange], Account) -> Void
  private let number = NumberSource()
  private(set) var disk = UnsafeDisk()
  private(set) var store: TodoStore
  private var engines: [AccountID: SyncEngine] = [:]
  /// The engines of another process that uses the same database file.
  private var otherEngines: [AccountID: SyncEngine] = [:]
  /// The accounts that are being synchronised.
  var busyAccounts: Set<AccountID> = []
  /// The accounts that another process is synchronising at the same time.
  var otherBusyAccounts: Set<AccountID> = []
  /// The versions of the bases at the last check.
  var seenVersions: [AccountID: [RecordKey: Int64]] = [:]
  /// The records that the server has refused individually.
  let refusals = RecordLog()
  /// The records that were refused last because the server refused everything.
  let refusedLikeAll = RecordLog()
  /// The records that were sent although they were quarantined.
  let trespasses = RecordLog()
  /// Whether another process has sent changes too. It may quarantine a record that the first one is about to send.
  private let isShared = Flag()
  /// The values that the user gave up: by discarding them while the server may have received them without an answer
  /// arriving, or by restoring an older copy from the trash.
  var abandonedValues: Set<FieldValue> = []
  /// The records that the user removed, in order.
  var removals: [RecordKey] = []
  /// Whether the disk and the power can fail.
  let isStormy = Flag()

  var user: String { account.user }

  var isBusy: Bool { !busyAccounts.isEmpty }

  /// - Parameter folder: the folder of the database file; nil for a database in memory.
  init(
    name: String, user: String, isSharing: Bool, folder: String?, server: SimulatedServer,
    chances: Chances, skew: Duration, isOnWire: Bool = false, second: String? = nil,
    willSend: @escaping @Sendable ([PendingChange], Account) -> Void,
    wasAnswered: @escaping @Sendable ([PendingChange], Account) -> Void
  ) async throws {
    self.name = name
    self.isOnWire = isOnWire
    self.isSharing = isSharing
    self.server = server
    self.chances = chances
    self.willSend = willSend
    self.wasAnswered = wasAnswered
    account = Account(firestore: try FirestoreSettings(project: "p", user: user))
    self.second = try second.map {
      Account(firestore: try FirestoreSettings(project: "p", user: $0))
    }
    clock = ManualClock(skipsSleep: true)
    clock.advance(by: skew)
    path = folder.map { $0 + "/" + name + ".sqlite" }
    let environment = Self.environment(name, clock, number)
    store =
      try path.map { path throws(StoreError) in
        try TodoStore.open(at: path, environment: environment)
      } ?? TodoStore.emptyInMemory(environment: environment)
    start()
    try await store.connect(account)
    if let second = self.second {
      clock.advance(by: .milliseconds(1))
      try await store.connect(second)
    }
  }

  /// Starts again after a power failure, like the application.
  func restart() async throws {
    repeat {
      disk = UnsafeDisk()
      let environment = Self.environment(name, clock, number)
      if let path {
        try? store.close()
        store = try TodoStore.open(at: path, environment: environment)
      } else {
        let before = store
        store = try before.copiedToMemory(environment: environment)
        try before.close()
      }
      start()
      for account in (try? await store.syncAccounts()) ?? [] {
        _ = try? await store.holdUnsentChanges(of: account.id)
      }
    } while disk.isDead
  }

  /// All accounts to synchronise at present. The engines of other accounts are removed.
  func syncAccounts() async throws(StoreError) -> [Account] {
    guard isSharing else { return [account] + (second.map { [$0] } ?? []) }
    let accounts = try await store.syncAccounts()
    let present = Set(accounts.map(\.id)).union(busyAccounts)
    engines = engines.filter { present.contains($0.key) }
    return accounts
  }

  /// The account as the server knows it; nil for the only user of a server.
  func client(of account: Account) -> Account? {
    isSharing || account.id == second?.id ? account : nil
  }

  func engine(of account: Account) -> SyncEngine {
    if let known = engines[account.id] { return known }
    let engine = makeEngine(account)
    engines[account.id] = engine
    return engine
  }

  /// The engine of another process. Normally, a lock on a file ensures that only one process runs engines. Two may run
  /// them where the file cannot be locked, and while a cancelled process ends.
  func otherEngine(of account: Account) -> SyncEngine {
    if let known = otherEngines[account.id] { return known }
    isShared.isSet = true
    let engine = makeEngine(account)
    otherEngines[account.id] = engine
    return engine
  }

  private static func environment(
    _ name: String, _ clock: ManualClock, _ number: NumberSource
  ) -> StoreEnvironment {
    StoreEnvironment(now: { clock.now() }, makeID: { name + "\(number.next())" })
  }

  private func start() {
    let (chances, isStormy) = (chances, isStormy)
    disk.attach(to: store)
    disk.choose {
      guard isStormy.isSet, chances.happens(3) else { return nil }
      return chances.pick([.full, .full, .powerCutBefore, .powerCutAfter])
    }
    engines = [account.id: makeEngine(account)]
    otherEngines = [:]
  }

  private func makeBase(_ account: Account, pageSize: Int, batchLimit: Int) -> any SyncBackend {
    guard isOnWire, case .firestore(let settings) = account.service else {
      return isSharing || account.id == second?.id
        ? SimulatedBackend(server, account: account, pageSize: pageSize, batchLimit: batchLimit)
        : SimulatedBackend(server, pageSize: pageSize, batchLimit: batchLimit)
    }
    return FirestoreBackend(
      settings: settings, share: account.share,
      transport: isSharing
        ? SimulatedFirestore(server, account: account) : SimulatedFirestore(server, user: user),
      clock: SimulationClock(clock),
      pageSize: pageSize, lookbackLimit: chances.number(0..<6))
  }

  private func makeEngine(_ account: Account) -> SyncEngine {
    let (chances, isStormy, willSend) = (chances, isStormy, willSend)
    let wasAnswered = wasAnswered
    let pageSize = 1 + chances.number(0..<6)
    let batchLimit = 1 + chances.number(0..<6)
    let backend = MortalBackend(
      base: makeBase(account, pageSize: pageSize, batchLimit: batchLimit),
      disk: disk, refusals: refusals,
      quarantined: { [store, isShared] in
        isShared.isSet ? [] : await store.quarantined(account.id)
      },
      trespasses: trespasses, willSend: { willSend($0, account) },
      isCutOff: { isStormy.isSet && chances.happens(1) },
      proxy: ConfusedProxy {
        isStormy.isSet && chances.happens(6)
          ? chances.pick([.arrives, .isDropped, .isAnsweredLate]) : nil
      },
      wasAnswered: { wasAnswered($0, account) }, refusedLikeAll: refusedLikeAll,
      isRefusedLikeAll: { [server] in server.wasRefusedLikeAll($0) })
    return SyncEngine(
      account: account.id, store: store, backend: backend, clock: SimulationClock(clock),
      random: SplitMix64(seed: UInt64(chances.number(0..<1_000_000))),
      requests: OverlappingRequests(chances))
  }
}

extension TodoStore {
  /// The quarantined records of an account; empty if the disk cannot be read.
  func quarantined(_ account: AccountID) async -> Set<RecordKey> {
    let rows = try? await column(
      "SELECT kind || ' ' || record FROM syncRetry WHERE account = '\(account.rawValue)'")
    return Set(
      (rows ?? []).compactMap { row in
        let parts = row.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let kind = RecordKind(rawValue: String(parts[0])) else {
          return nil
        }
        return RecordKey(kind: kind, id: String(parts[1]))
      })
  }
}

/// Numbers that are never repeated, even after a restart.
final class NumberSource: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// Counts an event for each record.
final class RecordLog: Sendable {
  private let counts = Mutex<[RecordKey: Int]>([:])

  var all: Set<RecordKey> { counts.withLock { Set($0.keys) } }

  func count(of key: RecordKey) -> Int { counts.withLock { $0[key] ?? 0 } }

  func add(_ key: RecordKey) { counts.withLock { $0[key, default: 0] += 1 } }

  func remove(_ key: RecordKey) { counts.withLock { $0[key] = nil } }
}

/// A shared Boolean value.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
