import Core
import Platform

/// Has the accounts synced regularly while there is no window. So reminders that were set on another device ring here,
/// and reminders that were dealt with there stay silent. Syncs more often while a reminder is shown, and once just
/// before one rings.
///
/// Each sync runs in a process of its own, which ends when it is done.
@MainActor
package final class PeriodicSync {
  private let store: TodoStore
  private let now: @Sendable () -> Timestamp
  private let isFree: @MainActor () -> Bool
  private let begin: @MainActor () -> Void
  private var timer: WallClockTimer?
  private var network: NetworkMonitor?
  private var work: Task<Void, Never>?
  /// Runs each time that a sync is due, even if none may begin.
  package var onTurn: (@MainActor () -> Void)?
  /// When the last sync began, in seconds since 1970.
  private var begun: Int64 = 0
  /// When the next sync begins, in seconds since 1970; nil before the start.
  package private(set) var next: Int64? {
    didSet { if let next { timer?.set(at: Int(next)) } }
  }
  /// When a sync begins because a network has come back, in seconds since 1970. Changes of the reminders do not move
  /// it.
  private var pending: Int64?
  /// When the newest reminder that is still shown rang, and when the next one rings.
  private var reminders: (shown: Timestamp?, next: Timestamp?) = (nil, nil)

  /// How often to sync, in seconds.
  package static let interval: Int64 = 30 * 60
  /// How often to sync while a reminder is shown that rang less than `age` seconds ago: the user may answer it on
  /// another device.
  private static let shown: [(age: Int64, interval: Int64)] = [
    (10 * 60, 60), (answering, 5 * 60),
  ]
  /// How long after it rang, in seconds, a reminder that is still shown may be answered on another device.
  package static let answering: Int64 = 2 * 3600
  /// How long before a reminder rings a sync begins, in seconds.
  private static let lead: Int64 = 30
  /// How long a network that has come back is left alone, in seconds: it comes and goes while a computer wakes up.
  package static let settlingTime: Int64 = 20

  /// - Parameters:
  ///   - isFree: whether the network is not metered and the computer need not save power.
  ///   - begin: begins a sync without waiting for it.
  package init(
    store: TodoStore,
    isFree: @escaping @MainActor () -> Bool = { !NetworkMonitor.isMetered && !PowerSaver.isOn },
    begin: @escaping @MainActor () -> Void = {
      BackgroundSync.start(.everything)
    }
  ) {
    self.store = store
    now = store.clock
    self.isFree = isFree
    self.begin = begin
  }

  isolated deinit {
    work?.cancel()
  }

  /// Starts with a sync.
  package func start() {
    timer = WallClockTimer { [weak self] isJump in
      // After a sleep the network is not available yet.
      if isJump { self?.delayUntilSettled() } else { self?.refresh() }
    }
    network = NetworkMonitor { [weak self] isAvailable in
      if isAvailable { self?.delayUntilSettled() }
    }
    refresh()
  }

  /// Adapts the time of the next sync to the reminders.
  /// - Parameters:
  ///   - shown: when the newest reminder that is still shown rang; nil if none is shown.
  ///   - next: when the next reminder rings.
  package func follow(shown: Timestamp?, next: Timestamp?) {
    reminders = (shown, next)
    guard timer != nil else { return }
    let time = Self.time(after: begun, shown: shown, next: next)
    self.next = pending ?? max(time, now().milliseconds / 1000)
  }

  /// When the next sync begins, in seconds since 1970.
  /// - Parameters:
  ///   - begun: when the last sync began.
  ///   - shown: as in ``follow(shown:next:)``.
  ///   - next: as there.
  package static func time(after begun: Int64, shown: Timestamp?, next: Timestamp?) -> Int64 {
    let age = shown.map { begun - $0.milliseconds / 1000 }
    let pace = age.flatMap { age in Self.shown.first { age < $0.age } }
    let regular = begun + (pace?.interval ?? interval)
    guard let next else { return regular }
    let before = next.milliseconds / 1000 - lead
    return before > begun ? min(regular, before) : regular
  }

  /// Syncs now, unless there is no account, the network is metered or the computer saves power.
  package func refresh() {
    begun = now().milliseconds / 1000
    pending = nil
    follow(shown: reminders.shown, next: reminders.next)
    onTurn?()
    guard work == nil else { return }
    work = Task { [weak self] in await self?.run() }
  }

  /// Waits until a requested sync has begun or was found impossible.
  package func waitUntilIdle() async { await work?.value }

  private func run() async {
    defer { work = nil }
    do throws(StoreError) {
      guard try await !store.accounts().isEmpty, isFree() else { return }
      begin()
    } catch {
      Log.warning("sync without a window: \(ErrorText.reason(error))")
    }
  }

  /// Delays the next sync until the computer has woken up, or the network has settled.
  package func delayUntilSettled() {
    pending = now().milliseconds / 1000 + Self.settlingTime
    next = pending
  }
}
