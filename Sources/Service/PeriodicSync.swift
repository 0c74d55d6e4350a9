import Core
import Platform

/// Has the accounts synced now and then by a process without a window, so that reminders that were set on another
/// device ring here.
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

  /// How often, in seconds.
  package static let interval: Int64 = 30 * 60
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
      if isJump { self?.schedule(in: Self.calm) } else { self?.refresh() }
    }
    network = NetworkMonitor { [weak self] isAvailable in
      if isAvailable { self?.schedule(in: Self.calm) }
    }
    refresh()
  }

  /// Syncs now, unless nothing is synced or somebody pays for it.
  package func refresh() {
    schedule(in: Self.interval)
    guard work == nil else { return }
    work = Task { [weak self] in await self?.run() }
  }

  /// Waits until a sync has begun.
  package func settle() async { await work?.value }

  private func run() async {
    defer { work = nil }
    do throws(StoreError) {
      guard try await !store.accounts().isEmpty, isFree() else { return }
      begin()
    } catch {
      Log.warning("sync without a window: \(ErrorText.reason(error))")
    }
  }

  private func schedule(in seconds: Int64) {
    timer?.set(at: Int(now().milliseconds / 1000 + seconds))
  }
}
