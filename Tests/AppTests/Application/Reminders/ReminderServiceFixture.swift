import Basics
import Core
import XCTest

import class TestSupport.ManualClock

@testable import Platform
@testable import Service

/// Writes down what would be shown.
@MainActor
final class RecordingNotifier: ReminderNotifying {
  var shown: [ReminderNotice] = []
  var withdrawn: [String] = []
  /// How often unsent changes were to be sent.
  var sent = 0
  var onWithdraw: () -> Void = {}

  var onShow: () -> Void = {}

  func show(_ notice: ReminderNotice, snooze: SnoozeLength) {
    shown.append(notice)
    onShow()
  }

  func withdraw(_ id: String) {
    withdrawn.append(id)
    onWithdraw()
  }

  var titles: [String] { shown.map(\.title) }
}

/// A store, a clock that a test sets, and the service on it.
@MainActor
final class ReminderServiceFixture {
  let time: ManualClock
  let store: TodoStore
  let settings = Settings(schema: "none", directory: DataDirectory(override: "/", executable: ""))
  let notifier = RecordingNotifier()
  private(set) var service: ReminderService

  /// Far in the future, so that the real timer waits.
  init() throws {
    let time = ManualClock(now: Timestamp(milliseconds: 4_000_000_000_000))
    self.time = time
    store = try TodoStore.inMemory(
      environment: StoreEnvironment(
        now: { time.now() }, makeID: { "\(UInt64.random(in: 0...(.max)))" }))
    service = Self.service(store, settings, notifier)
    service.start()
  }

  func restart() {
    service = Self.service(store, settings, notifier)
    service.start()
  }

  private static func service(
    _ store: TodoStore, _ settings: Settings, _ notifier: RecordingNotifier
  ) -> ReminderService {
    ReminderService(store: store, settings: settings, notifier: notifier) { notifier.sent += 1 }
  }

  /// Adds a to-do that is due so many seconds from now.
  @discardableResult
  func add(_ title: String, in seconds: Int64) async throws -> TodoID {
    let moment = Timestamp(milliseconds: time.now().milliseconds + seconds * 1000)
    let draft = TodoDraft(
      id: TodoID(rawValue: store.makeID()), content: title,
      due: CalendarTime(moment, zone: .utc))
    return try await store.add(draft).id
  }

  func pass(_ seconds: Int) async {
    time.advance(by: .seconds(seconds))
    service.refresh()
    await service.waitUntilIdle()
  }
}
