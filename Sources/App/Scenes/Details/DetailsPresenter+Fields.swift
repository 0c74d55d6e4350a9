import Core
import Platform
import Service

// The fields with values that are chosen rather than typed.

extension DetailsPresenter {
  /// Sets the priority level. A finer priority that another program has set is kept if the level stays the same.
  func didChoose(_ level: Priority.Level) {
    guard level != edit.edited.priority.level else { return }
    change { $0.priority = Priority(level) }
  }

  /// Sets the status, with the same effect as in the list: a repeating to-do moves on, and subtasks change along.
  func didChoose(_ status: Todo.Status) {
    guard status != chosenStatus ?? edit.edited.status else { return }
    // From cancelled to done only the status changes.
    let isOver = edit.edited.status == .cancelled && status == .done
    guard state.storageState == .stored, !isOver else { return change { $0.status = status } }
    keep()
    chosenStatus = status
    statusCount += 1
    let count = statusCount
    render()
    let text = OccurrenceText(today: clock.today, zone: zone)
    commands.run { [store, commands, todo, weak self] () throws(StoreError) in
      defer { self?.statusWasStored(count) }
      switch status {
      case .cancelled: try await store.cancel([todo])
      case .open, .done:
        let next = try await store.setDone(todo, status == .done)
        if let next = next.first {
          commands.reportOutcome(text.done(next))
        } else if status == .done, try await store.isNextOccurrenceUnknown(of: todo) {
          commands.reportOutcome(OccurrenceText.nextIsUnknown)
        }
      }
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  private func statusWasStored(_ count: Int) {
    guard count == statusCount else { return }
    chosenStatus = nil
    render()
    catchUp()
  }

  /// Sets the day on which the to-do is due or starts, keeping the time; nil clears both.
  func didChooseDay(_ day: CalendarDay?, of field: WritableKeyPath<Todo, CalendarTime?>) {
    change { todo in
      todo[keyPath: field] = day.map { day in
        guard let old = todo[keyPath: field], let time = old.time else {
          return CalendarTime(day: day)
        }
        return CalendarTime(day: day, time: time, zone: old.zone)
      }
    }
  }

  /// Sets the time of the chosen day; nil for the whole day. A new time is in the zone of this computer, like a typed
  /// one.
  func didChooseTime(_ time: TimeOfDay?, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], old.time != time else { return }
    let zone = old.time == nil ? LocalClock.zone : old.zone
    edit.edited[keyPath: field] =
      time.map { CalendarTime(day: old.day, time: $0, zone: zone) }
      ?? CalendarTime(day: old.day)
    render()
    // Changes of the numbers come in quick steps, so they are saved after a pause.
    if time == nil || old.time == nil, !isNew { keep() } else { keepSoon() }
  }

  /// Makes a time floating, which means that it applies in every time zone, or ties it to a zone: the one that it had
  /// before, or the zone of this computer.
  func didChooseFloating(_ isFloating: Bool, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], let time = old.time, old.isFloating != isFloating
    else { return }
    if isFloating { zonesBefore[field] = old.zone }
    let zone = isFloating ? nil : zonesBefore[field] ?? LocalClock.zone
    change { $0[keyPath: field] = CalendarTime(day: old.day, time: time, zone: zone) }
  }

  /// Opens the choice of the time's zone.
  func didRequestZone(of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard !isReadOnly, let present = edit.edited[keyPath: field], !present.isDay else { return }
    navigator?.open(
      ZoneRoute(present: present.zone) { [weak self] in self?.didChooseZone($0, of: field) })
  }

  /// Sets the zone of the time.
  func didChooseZone(_ zone: ZoneName, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], let time = old.time, old.zone != zone else {
      return
    }
    change { $0[keyPath: field] = CalendarTime(day: old.day, time: time, zone: zone) }
  }
}
