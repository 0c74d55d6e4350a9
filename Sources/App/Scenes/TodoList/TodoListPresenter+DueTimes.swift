import Core
import Platform
import Service

// A to-do is overdue from the minute of its time on, and has begun from that of its start. Nothing looks at the clock
// meanwhile: the next such moment is asked of the store, and the clock wakes the page then.

extension TodoListPresenter {
  /// Times may have passed: rows whose time has come are overdue, or have begun. Asks for the next one.
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
    let now = state.surroundings.zone.clock(at: store.now).time
    // To the minute: a page that is read in several parts shows the same in all.
    state.surroundings.time = TimeOfDay(secondsOfDay: now.secondsOfDay / 60 * 60)
  }

  /// Reads the page of the present day again if it was read at an earlier time: what has begun since then comes.
  func readWhatHasBegun() {
    guard let shown = rows.scope, shown != scope, scope.isSamePage(as: shown) else { return }
    rows.read(scope)
  }

  /// An open row with a time came or changed: that time may be the next, or have passed already.
  func didHearOf(_ time: CalendarTime) {
    let local = time.local(in: state.surroundings.zone)
    guard let clockTime = local.time else { return }
    let moment = time.moment(local: state.surroundings.zone)
    if moment > store.now {
      clock.wake(at: moment)
    } else if local.day == state.surroundings.today, clockTime > state.surroundings.time {
      timeDidPass()
      readWhatHasBegun()
    }
  }
}
