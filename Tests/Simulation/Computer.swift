import Core
import Foundation
import Sync
import Synchronization
import TestSupport

/// One simulated computer: a database file, an engine, and a clock that may be wrong.
final class Computer {
  let name: String
  let account: Account
  let clock: ManualClock
  private let path: String
  private let server: SimulatedServer
  private let chances: Chances
  private let number = NumberSource()
  private(set) var disk = UnsafeDisk()
  private(set) var store: TodoStore
  private(set) var engine: SyncEngine
  /// Whether accidents of disk and power happen.
  let isStormy = Flag()

  init(name: String, folder: String, server: SimulatedServer, chances: Chances, skew: Duration)
    async throws
  {
    self.name = name
    self.server = server
    self.chances = chances
    account = Account(firestore: try FirestoreSettings(project: "p", user: "u"))
    clock = ManualClock(skipsSleep: true)
    clock.advance(by: skew)
    path = folder + "/" + name + ".sqlite"
    let (store, engine) = try Self.start(
      path, name, clock, number, disk, account, server, chances, isStormy)
    self.store = store
    self.engine = engine
    try await store.connect(account)
  }

  /// Starts again after a power cut, as the application does.
  func restart() async throws {
    repeat {
      try? store.close()
      disk = UnsafeDisk()
      (store, engine) = try Self.start(
        path, name, clock, number, disk, account, server, chances, isStormy)
      _ = try? await store.holdLeftOvers(of: account.id)
    } while disk.isDead
  }

  private static func start(
    _ path: String, _ name: String, _ clock: ManualClock, _ number: NumberSource,
    _ disk: UnsafeDisk, _ account: Account, _ server: SimulatedServer, _ chances: Chances,
    _ isStormy: Flag
  ) throws -> (TodoStore, SyncEngine) {
    let environment = StoreEnvironment(
      now: { clock.now() }, makeID: { name + "\(number.next())" })
    let store = try TodoStore.open(at: path, environment: environment)
    disk.attach(to: store)
    disk.choose {
      guard isStormy.isSet, chances.happens(3) else { return nil }
      return chances.pick([.full, .full, .powerCutBefore, .powerCutAfter])
    }
    let backend = MortalBackend(
      base: SimulatedBackend(
        server, pageSize: 1 + chances.number(0..<6), batchLimit: 1 + chances.number(0..<6)),
      disk: disk, isCutOff: { isStormy.isSet && chances.happens(1) })
    let engine = SyncEngine(
      account: account.id, store: store, backend: backend, clock: clock,
      random: SplitMix64(seed: UInt64(chances.number(0..<1_000_000))))
    return (store, engine)
  }
}

/// Numbers that are never given twice, also not after a restart.
final class NumberSource: Sendable {
  private let last = Mutex(0)

  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// Something that is so or not.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
