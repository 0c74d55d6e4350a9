import Core
import Platform

/// What the buttons of a notification do.
extension ReminderService {
  /// Marks the to-do of a reminder as done.
  /// - Parameter id: comes from outside the app; if no such reminder is shown, nothing happens.
  package func didChooseDone(_ id: Int64) async {
    await perform(id) { () throws(StoreError) in _ = try await store.setDone(rung: id) }
  }

  /// Lets a reminder ring again later.
  /// - Parameter id: as in ``didChooseDone(_:)``.
  package func didChooseSnooze(_ id: Int64, _ length: SnoozeLength) async {
    let end = length.end(from: now(), settings.ringingRules)
    await perform(id) { () throws(StoreError) in try await store.snooze(rung: id, until: end) }
  }

  private func perform(_ id: Int64, _ command: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await command()
      await sendChanges()
    } catch {
      Log.warning("reminder: \(ErrorText.reason(error))")
      await showAgain(id, because: ErrorText.reason(error))
    }
    refresh()
    await waitUntilIdle()
  }

  private func sendChanges() async {
    do throws(StoreError) {
      if try await !store.accountsWithChanges().isEmpty { send() }
    } catch {
      Log.warning("unsent changes: \(ErrorText.reason(error))")
    }
  }

  /// The desktop has taken the notification away with the click on its button.
  private func showAgain(_ id: Int64, because problem: String) async {
    do throws(StoreError) {
      guard let rung = try await store.rungReminder(id) else { return }
      let notice = ReminderNotice(rung, today: today, problem: problem)
      notifier.show(notice, snooze: settings.snooze)
    } catch {
      Log.warning("reminder: \(ErrorText.reason(error))")
    }
  }
}
