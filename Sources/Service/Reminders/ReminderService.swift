import Core
import Platform

/// Lets reminders ring: waits for the next moment on the wall clock, claims the reminders that ring, shows them, and
/// withdraws obsolete ones. Sleeps otherwise.
@MainActor
package final class ReminderService {
  let store: TodoStore
  let settings: Settings
  let notifier: any ReminderNotifying
  let now: @Sendable () -> Timestamp
  let send: @MainActor () -> Void
  private var timer: WallClockTimer?
  private var zone: ZoneMonitor?
  private var changes: Task<Void, Never>?
  private var work: Task<Void, Never>?
  private var isAsked = false
  /// Whether claims that were not shown are taken up: at the start, and after a failure.
  private var claimsAgain = true
  /// What is shown and could not be confirmed yet: it would be shown once more otherwise.
  private var unconfirmed: [(ids: [Int64], isGroup: Bool)] = []
  /// What this process has let ring, and for when.
  private var rungHere: [Int64: Timestamp] = [:]
  private var hasEnded = false
  private var failures = 0

  /// Whether any reminder is waiting to ring; nil until that is known.
  package private(set) var isWaiting: Bool?
  /// When the newest reminder that is still shown rang, which may be later than planned, and when the next one rings.
  package private(set) var moments: (shown: Timestamp?, next: Timestamp?) = (nil, nil)
  private var lastRang: Timestamp?
  /// Runs after each update of what is shown.
  package var onUpdate: (@MainActor () -> Void)?

  /// How much later than its time a reminder counts as missed, in milliseconds.
  private static let lateness: Int64 = 60_000
  /// The most missed reminders that are shown one by one.
  private static let mostMissed = 3
  /// The most reminders of one moment that are shown one by one.
  private static let mostAtOnce = 10
  /// The pause before a retry after the first failure, in seconds; it doubles with each further one.
  private static let pause: Int64 = 60
  private static let longestPause: Int64 = 6 * 3600

  /// - Parameter send: sends what is not sent yet, without waiting: a process without a window has no engine.
  package init(
    store: TodoStore, settings: Settings, notifier: any ReminderNotifying,
    now: (@Sendable () -> Timestamp)? = nil, send: @escaping @MainActor () -> Void
  ) {
    self.store = store
    self.settings = settings
    self.notifier = notifier
    self.now = now ?? store.clock
    self.send = send
  }

  isolated deinit {
    changes?.cancel()
  }

  package func start() {
    timer = WallClockTimer { [weak self] _ in self?.refresh() }
    zone = ZoneMonitor { [weak self] in self?.refresh() }
    let signals = store.reminderChanges()
    changes = Task { [weak self] in
      for await _ in signals { self?.refresh() }
    }
  }

  /// Updates what is shown, for instance after a preference was changed.
  package func refresh() {
    guard !hasEnded else { return }
    isAsked = true
    guard work == nil else { return }
    work = Task { await self.run() }
  }

  /// Stops, and waits for the end of the update in progress.
  package func end() async {
    hasEnded = true
    isAsked = false
    changes?.cancel()
    timer = nil
    zone = nil
    await work?.value
  }

  /// Waits until the update in progress, and any that was requested meanwhile, has ended.
  package func waitUntilIdle() async { await work?.value }

  private func run() async {
    while isAsked {
      isAsked = false
      do throws(StoreError) {
        try await update()
        failures = 0
      } catch {
        Log.warning("reminders: \(ErrorText.reason(error))")
        claimsAgain = true
        let pause = min(Self.pause << min(failures, 10), Self.longestPause)
        failures += 1
        schedule(Timestamp(milliseconds: now().milliseconds + pause * 1000))
      }
    }
    work = nil
    onUpdate?()
  }

  private func update() async throws(StoreError) {
    try await confirmShown()
    try await waitAgain()
    let update = try await store.ring(by: settings.ringingRules, claimsAgain: claimsAgain)
    claimsAgain = false
    for rung in update.ringing { rungHere[rung.id] = rung.moment }
    try await withdraw(update.outdated, from: update.groups)
    try await show(update.ringing)
    isWaiting = update.next != nil
    if !update.ringing.isEmpty { lastRang = now() }
    moments = (update.shown.map { max($0, lastRang ?? $0) }, update.next)
    schedule(update.next)
  }

  private func confirmShown() async throws(StoreError) {
    while let shown = unconfirmed.first {
      try await store.confirmShown(shown.ids, isGroup: shown.isGroup)
      unconfirmed.removeFirst()
    }
  }

  /// Lets reminders wait again that rang here while the clock was ahead, as it may be until the network sets it.
  private func waitAgain() async throws(StoreError) {
    let latest = now().milliseconds + Self.lateness
    if let rang = lastRang, rang.milliseconds > latest { lastRang = nil }
    let early = rungHere.filter { $0.value.milliseconds > latest }.map(\.key)
    guard !early.isEmpty else { return }
    try await store.waitAgain(early)
    for id in early { rungHere[id] = nil }
  }

  /// Withdraws notifications, and updates those of groups that have lost some of their reminders.
  private func withdraw(_ ids: [Int64], from groups: [RungGroup]) async throws(StoreError) {
    guard !ids.isEmpty else { return }
    for id in ids { notifier.withdraw(ReminderNotice.id(of: id)) }
    for group in groups {
      if let notice = ReminderNotice(leftOf: group, today: today) {
        notifier.show(notice, snooze: settings.snooze)
      } else {
        notifier.withdraw(ReminderNotice.groupID(of: group.id))
      }
    }
    try await store.confirmWithdrawn(ids)
  }

  /// The day in the zone of this computer.
  var today: CalendarDay { ZoneRules.local.clock(at: now()).day }

  private func show(_ ringing: [RungReminder]) async throws(StoreError) {
    let moment = now().milliseconds - Self.lateness
    let missed = ringing.filter { $0.moment.milliseconds < moment }
    let current = ringing.filter { $0.moment.milliseconds >= moment }
    for (reminders, most) in [(missed, Self.mostMissed), (current, Self.mostAtOnce)] {
      let isGroup = reminders.count > most
      let notices =
        isGroup
        ? [ReminderNotice(reminders, of: reminders[0].id)]
        : reminders.map { ReminderNotice($0, today: today) }
      for notice in notices { notifier.show(notice, snooze: settings.snooze) }
      unconfirmed.append((reminders.map(\.id), isGroup))
      try await confirmShown()
    }
  }

  private func schedule(_ next: Timestamp?) {
    // Even if nothing is waiting, the timer is set, so that it notices when the clock is set.
    let never: Int64 = 253_402_300_800
    let seconds = next.map { ($0.milliseconds + 999) / 1000 } ?? never
    timer?.set(at: Int(min(max(seconds, 0), never)))
  }
}
