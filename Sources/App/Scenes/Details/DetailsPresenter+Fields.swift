import Core
import Platform
import Service

// What is chosen and not typed, field by field.

extension DetailsPresenter {
  /// Chooses a step; a finer priority of another program within it stays.
  func didChoose(_ level: Priority.Level) {
    guard level != edit.edited.priority.level else { return }
    change { $0.priority = Priority(level) }
  }

  /// Done and cancelled mean the same as in the list: what repeats moves on, and its subtasks go along.
  func didChoose(_ status: Todo.Status) {
    guard status != edit.edited.status else { return }
    // What was closed already only changes its word.
    let isOver = edit.edited.status == .cancelled && status == .done
    guard state.standing == .stored, !isOver else { return change { $0.status = status } }
    keep()
    chosenStatus = status
    render()
    let text = OccurrenceText(today: clock.today, zone: zone)
    commands.run { [store, commands, todo, weak self] () throws(StoreError) in
      defer { self?.statusWasStored() }
      switch status {
      case .cancelled: try await store.cancel([todo])
      case .open, .done:
        let next = try await store.setDone(todo, status == .done)
        if let next = next.first {
          commands.tellOutcome(text.done(next))
        } else if status == .done, try await store.isNextOccurrenceUnknown(of: todo) {
          commands.tellOutcome(OccurrenceText.nextIsUnknown)
        }
      }
    } failing: { _ in
      tr("The Change Was Not Saved")
    }
  }

  private func statusWasStored() {
    chosenStatus = nil
    render()
    catchUp()
  }

  /// Chooses the day that something is due or starts, at the time that was chosen before; nil for none.
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

  /// Chooses the time of a day that was chosen; nil for the whole day. A new one is in the zone of this computer, as one
  /// that is typed.
  func didChooseTime(_ time: TimeOfDay?, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], old.time != time else { return }
    let zone = old.time == nil ? LocalClock.zone : old.zone
    edit.edited[keyPath: field] =
      time.map { CalendarTime(day: old.day, time: $0, zone: zone) }
      ?? CalendarTime(day: old.day)
    render()
    // Numbers are typed and turned step by step.
    if time == nil || old.time == nil, !isNew { keep() } else { keepSoon() }
  }

  /// Chooses whether a time is what clocks show wherever somebody is, or one in a zone: the one it had, or that of this
  /// computer.
  func didChooseFloating(_ isFloating: Bool, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], let time = old.time, old.isFloating != isFloating
    else { return }
    if isFloating { zonesBefore[field] = old.zone }
    let zone = isFloating ? nil : zonesBefore[field] ?? LocalClock.zone
    change { $0[keyPath: field] = CalendarTime(day: old.day, time: time, zone: zone) }
  }

  /// Opens the choice of the zone of a time.
  func didRequestZone(of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard !isReadOnly, let present = edit.edited[keyPath: field], !present.isDay else { return }
    navigator?.open(
      ZoneRoute(present: present.zone) { [weak self] in self?.didChooseZone($0, of: field) })
  }

  /// Chooses the zone whose clocks show the time.
  func didChooseZone(_ zone: ZoneName, of field: WritableKeyPath<Todo, CalendarTime?>) {
    guard let old = edit.edited[keyPath: field], let time = old.time, old.zone != zone else {
      return
    }
    change { $0[keyPath: field] = CalendarTime(day: old.day, time: time, zone: zone) }
  }
}
