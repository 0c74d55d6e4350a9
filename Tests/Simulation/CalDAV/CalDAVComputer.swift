import Core
import Foundation
import Sync
import TestSupport

/// A simulated computer with an account on a CalDAV server. It uses the real backend.
final class CalDAVComputer {
  /// Creates the connection to the server each time the computer starts.
  typealias MakeWire = (_ disk: UnsafeDisk, _ isStormy: Flag) -> CalDAVWire

  let name: String
  let account: Account
  let clock: ManualClock
  private let chances: Chances
  private let number = NumberSource()
  private let makeWire: MakeWire
  private(set) var disk = UnsafeDisk()
  private(set) var store: TodoStore
  private(set) var engine: SyncEngine
  /// The records that the server has refused individually.
  let refusals = RecordLog()
  /// The values that the user discarded while the server may have received them without an answer arriving.
  var abandonedValues: Set<FieldValue> = []
  /// Whether the disk and the power can fail.
  let isStormy = Flag()
  var isBusy = false

  /// - Parameters:
  ///   - name: a letter from a to f, with which the IDs made on this computer begin.
  init(
    name: String, chances: Chances, skew: Duration, makeWire: @escaping MakeWire
  ) async throws {
    self.name = name
    self.chances = chances
    self.makeWire = makeWire
    account = Account(
      caldav: CalDAVSettings(
        server: SimulatedCalDAV.address, home: SimulatedCalDAV.home, user: "ann"))
    clock = ManualClock(skipsSleep: true)
    clock.advance(by: skew)
    let store = try TodoStore.emptyInMemory(environment: Self.environment(name, clock, number))
    self.store = store
    engine = try Self.engine(
      account, store, makeWire(disk, isStormy), disk, isStormy, refusals, clock, chances)
    attachDisk()
    try await store.connect(account)
  }

  /// Starts again after a power failure, like the application.
  func restart() async throws {
    repeat {
      disk = UnsafeDisk()
      let before = store
      store = try before.copiedToMemory(environment: Self.environment(name, clock, number))
      try before.close()
      engine = try Self.engine(
        account, store, makeWire(disk, isStormy), disk, isStormy, refusals, clock, chances)
      attachDisk()
      _ = try? await store.holdUnsentChanges(of: account.id)
    } while disk.isDead
  }

  /// IDs have the same form as in the program, because calendars get names of another form for other IDs.
  private static func environment(_ name: String, _ clock: ManualClock, _ number: NumberSource)
    -> StoreEnvironment
  {
    StoreEnvironment(
      now: { clock.now() },
      makeID: {
        let digits = String(number.next(), radix: 16)
        return name + "0000000-0000-4000-8000-"
          + String(repeating: "0", count: 12 - digits.count) + digits
      })
  }

  private func attachDisk() {
    let (chances, isStormy) = (chances, isStormy)
    disk.attach(to: store)
    disk.choose {
      guard isStormy.isSet, chances.happens(3) else { return nil }
      return chances.pick([.full, .full, .powerCutBefore, .powerCutAfter])
    }
  }

  private static func engine(
    _ account: Account, _ store: TodoStore, _ wire: CalDAVWire, _ disk: UnsafeDisk,
    _ isStormy: Flag, _ refusals: RecordLog, _ clock: ManualClock, _ chances: Chances
  ) throws -> SyncEngine {
    guard case .caldav(let settings) = account.service,
      let base = CalDAVBackend(
        settings: settings, account: account.id, store: store, transport: wire,
        credentials: nil, makeClientNonce: { "0a4f113b" }, clock: SimulationClock(clock),
        pageSize: 1 + chances.number(0..<6))
    else { throw StoreError.inputOutput(detail: "settings that name no server") }
    let backend = MortalBackend(
      base: base, disk: disk, refusals: refusals, quarantined: { [] }, trespasses: RecordLog(),
      willSend: { _ in },
      isCutOff: { isStormy.isSet && chances.happens(1) }, proxy: ConfusedProxy { nil })
    return SyncEngine(
      account: account.id, store: store, backend: backend, clock: SimulationClock(clock),
      random: SplitMix64(seed: UInt64(chances.number(0..<1_000_000))),
      requests: OverlappingRequests(chances))
  }

  // MARK: State

  /// Whether a record is in the outbox or in flight without an answer. It also counts if the user wants to keep the
  /// missing to-dos of its list, because the next round then sends whatever is missing.
  func isSending(_ key: RecordKey) async throws -> Bool {
    let condition = "WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'"
    return try await !store.column(
      """
      SELECT record FROM outbox \(condition) UNION SELECT record FROM inFlightWrite \(condition)
        UNION SELECT todo.id FROM missingRecords JOIN todo
          ON todo.listID = missingRecords.list AND todo.account = missingRecords.account
          WHERE answer = 'keep' AND 'todo' = '\(key.kind.rawValue)' AND todo.id = '\(key.id)'
      """
    ).isEmpty
  }

  /// Whether the user wants to keep the missing to-dos of a record's list, and no round has acted on that yet.
  func isKeeping(_ key: RecordKey) async throws -> Bool {
    guard case .string(let list)? = try await store.allRecords()[key]?["listID"] else {
      return false
    }
    return try await store.missingAnswers(of: account.id)[ListID(rawValue: list)]?.answer == .keep
  }

  /// The ETag of the record's base, and its path.
  func place(of key: RecordKey) async throws -> String? {
    try await store.column(
      """
      SELECT etag || ' ' || path FROM remoteResource
        WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)' AND etag IS NOT NULL
      """
    ).first
  }

  /// The list of each calendar, as this computer knows it.
  func lists() async throws -> [(path: String, list: String)] {
    try await store.column(
      "SELECT path || ' ' || record FROM remoteResource WHERE kind = 'list' ORDER BY 1"
    ).compactMap { line in
      let parts = line.split(separator: " ").map(String.init)
      return parts.count == 2 ? (parts[0], parts[1]) : nil
    }
  }
}
