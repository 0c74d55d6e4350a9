import Core
import Platform

/// Has the accounts synced now and then by a process without a window, so that reminders that were set on another
/// device ring here, and those that were done there are silent: often while one is shown, and just before one rings.
///
/// The sync itself runs in a process of its own, which ends when it is done.
@MainActor
package final class PeriodicSync {
  private let store: TodoStore
  private let now: @Sendable () -> Timestamp
  private let isFree: @MainActor () -> Bool
  private let begin: @MainActor () -> Void
  private var timer: WallClockTimer?
  private var network: NetworkMonitor?
  private var work: Task<Void, Never>?
  /// Runs at each sync, also where none may begin.
  package var onTurn: (@MainActor () -> Void)?
  /// When the last sync began, in seconds since 1970.
  private var begun: Int64 = 0
  /// When the next sync begins, in seconds since 1970; nil before the start.
  package private(set) var next: Int64? {
    didSet { if let next { timer?.set(at: Int(next)) } }
  }
  /// When a sync begins because a network has come back, in seconds since 1970: what the reminders do moves it no more.
  private var pending: Int64?
  /// When the reminder that is shown has rung, and when the next one does.
  private var reminders: (shown: Timestamp?, next: Timestamp?) = (nil, nil)

  /// How often, in seconds.
  package static let interval: Int64 = 30 * 60
  /// How often while a reminder is shown that rang within so many seconds: somebody may answer it on another device.
  private static let shown: [(age: Int64, interval: Int64)] = [
    (10 * 60, 60), (answering, 5 * 60),
  ]
  /// How long after it has rung, in seconds, a reminder that is shown may be answered on another device.
  package static let answering: Int64 = 2 * 3600
  /// How long before a reminder, in seconds.
  private static let lead: Int64 = 30
  /// A network that has come back is left alone so long, in seconds: it comes and goes while a computer wakes up.
  package static let calm: Int64 = 20

  /// - Parameters:
  ///   - isFree: whether nobody pays for the network by what goes over it, and the computer need not save power.
  ///   - begin: begins a sync, and does not wait for it.
  package init(
    store: TodoStore,
    isFree: @escaping @MainActor () -> Bool = { !NetworkMonitor.isMetered && !PowerSaver.isOn },
    begin: @escaping @MainActor () -> Void = { BackgroundSync.start(.everything) }
  ) {
    self.store = store
    now = store.clock
    self.isFree = isFree
    self.begin = begin
  }

  isolated deinit {
    work?.cancel()
  }

  /// Begins with a sync.
  package func start() {
    timer = WallClockTimer { [weak self] isJump in
      // After a sleep the network is not there yet.
      if isJump { self?.waitUntilCalm() } else { self?.refresh() }
    }
    network = NetworkMonitor { [weak self] isAvailable in
      if isAvailable { self?.waitUntilCalm() }
    }
    refresh()
  }

  /// Takes in what the reminders do.
  /// - Parameters:
  ///   - shown: when the last reminder has rung that is still shown; nil if none is.
  ///   - next: when the next one rings.
  package func follow(shown: Timestamp?, next: Timestamp?) {
    reminders = (shown, next)
    guard timer != nil else { return }
    let time = Self.time(after: begun, shown: shown, next: next)
    self.next = pending ?? max(time, now().milliseconds / 1000)
  }

  /// When the next sync begins, in seconds since 1970.
  /// - Parameters:
  ///   - begun: when the last one did.
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

  /// Syncs now, unless nothing is synced or somebody pays for it.
  package func refresh() {
    begun = now().milliseconds / 1000
    pending = nil
    follow(shown: reminders.shown, next: reminders.next)
    onTurn?()
    guard work == nil else { return }
    work = Task { [weak self] in await self?.run() }
  }

  /// Waits until a sync that was requested has begun, or was found impossible.
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

  /// Lets a computer wake up, or a network settle, before the next sync.
  package func waitUntilCalm() {
    pending = now().milliseconds / 1000 + Self.calm
    next = pending
  }
}
