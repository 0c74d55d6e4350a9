import Core
import Platform
import Service

// A to-do is overdue from the minute of its time on. Nothing looks at the clock meanwhile: the next such moment is asked
// of the store, and the clock wakes the page then.

extension TodoListPresenter {
  /// Times may have passed: rows whose time has come are overdue. Asks for the next one.
  func timeDidPass() {
    readTime()
    Task { [store, weak self] in
      do throws(StoreError) {
        if let next = try await store.nextDue(after: store.now) { self?.clock.wake(at: next) }
      } catch {
        await self?.readingDidFail(error)
      }
    }
  }

  func readTime() {
    let now = state.surroundings.zone.clock(at: store.now).time
    // To the minute: a page that is read in several parts shows the same in all.
    state.surroundings.time = TimeOfDay(secondsOfDay: now.secondsOfDay / 60 * 60)
  }

  /// An open row with a time came or changed: that time may be the next, or have passed already.
  func didHearOf(due: CalendarTime) {
    let local = due.local(in: state.surroundings.zone)
    guard let time = local.time else { return }
    let moment = due.moment(local: state.surroundings.zone)
    if moment > store.now {
      clock.wake(at: moment)
    } else if local.day == state.surroundings.today, time > state.surroundings.time {
      timeDidPass()
    }
  }
}
