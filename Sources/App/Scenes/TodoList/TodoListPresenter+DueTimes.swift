import Core
import Platform
import Service

// A to-do is overdue from the minute of its due time, and has begun from that of its start time. There is no polling:
// the store returns the next such moment, and the clock wakes the page then.

extension TodoListPresenter {
  /// Called when times may have passed: rows become overdue or begin. Asks the store for the next such moment.
  func timeDidPass() {
    readTime()
    Task { [store, weak self] in
      do throws(StoreError) {
        if let next = try await store.nextTime(after: store.now) { self?.clock.wake(at: next) }
      } catch {
        await self?.readingDidFail(error)
      }
    }
  }

  func readTime() {
    let now = state.rowContext.zone.clock(at: store.now).time
    // Rounded down to the minute, so that a page read in several parts is consistent.
    state.rowContext.time = TimeOfDay(secondsOfDay: now.secondsOfDay / 60 * 60)
  }

  /// Reads the page of the current day again if it was read at an earlier time, so that to-dos that have begun appear.
  func readWhatHasBegun() {
    guard let shown = rows.scope, shown != scope, scope.isSamePage(as: shown) else { return }
    rows.read(scope)
  }

  /// An open row with a time was added or changed: its time may be the next to wait for, or may have passed already.
  func didHearOf(_ time: CalendarTime) {
    let local = time.local(in: state.rowContext.zone)
    guard let clockTime = local.time else { return }
    let moment = time.moment(local: state.rowContext.zone)
    if moment > store.now {
      clock.wake(at: moment)
    } else if local.day == state.rowContext.today, clockTime > state.rowContext.time {
      timeDidPass()
      readWhatHasBegun()
    }
  }
}
