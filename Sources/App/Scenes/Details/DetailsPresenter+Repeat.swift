import Core
import Platform
import Service

// The recurrence of a to-do.

extension DetailsPresenter {
  /// Chooses a simple rule, or shows the rows of the current one.
  func didChooseRepeat(_ choice: RepeatForm.Choice) {
    showsCustomRepeat = choice == .custom
    switch choice {
    case .never: change { $0.recurrence = nil }
    // The rule that the to-do has already.
    case .foreign: render()
    case .custom where repeatForm != nil: render()
    case .daily, .weekdays, .weekly, .monthly, .yearly, .custom:
      set(RepeatForm(choice, anchor: repeatAnchor))
    }
  }

  /// Changes the rule.
  /// - Parameter isTyped: whether a number was changed, which happens in quick steps and is saved after a pause.
  func didChangeRepeat(isTyped: Bool = false, _ change: (inout RepeatForm) -> Void) {
    guard let old = repeatForm else { return }
    var form = old
    change(&form)
    guard form != old else { return render() }
    // Even if the changed rule equals a simple one, its rows stay visible.
    showsCustomRepeat = true
    guard isTyped else { return set(form) }
    edit.edited.recurrence = form.rule
    render()
    keepSoon()
  }

  /// Nil if the to-do does not repeat, or if the rows cannot show its rule.
  var repeatForm: RepeatForm? {
    edit.edited.recurrence.flatMap { RepeatForm($0, anchor: repeatAnchor) }
  }

  /// The date from which a rule counts: that of the current occurrence, or today.
  private var repeatAnchor: CalendarTime {
    edit.edited.due ?? edit.edited.start ?? CalendarTime(day: clock.today)
  }

  private func set(_ form: RepeatForm) {
    let first = firstOccurrence(of: form)
    change { todo in
      todo.recurrence = form.rule
      // A to-do needs a date to repeat.
      if todo.due == nil, todo.start == nil { todo.due = first }
    }
  }

  private func firstOccurrence(of form: RepeatForm) -> CalendarTime {
    let found = try? form.rule.occurrences(from: form.anchor, most: 1, local: zone)
    return found?.first ?? form.anchor
  }

  // MARK: What is shown

  func renderRepeat() {
    let form = repeatForm
    state.repeatForm = form
    if edit.edited.recurrence == nil { showsCustomRepeat = false }
    state.repeatChoice =
      edit.edited.recurrence == nil
      ? .never : form.map { showsCustomRepeat ? .custom : $0.choice } ?? .foreign
    previewRepeat()
  }

  /// Computes the next occurrences if the rule or the date has changed. It runs off the main thread, because a rule
  /// written by another program can take a while.
  private func previewRepeat() {
    let todo = edit.edited
    let hasDate = todo.due != nil || todo.start != nil
    let wanted = hasDate ? todo.recurrence.map { RepeatPreview($0, todo.due, todo.start) } : nil
    guard wanted != preview else { return }
    preview = wanted
    previewing?.cancel()
    state.nextOccurrences = nil
    guard let wanted else { return }
    let (now, zone) = (now, zone)
    previewing = Task { [weak self] in
      let work = Task.detached(priority: .userInitiated) { wanted.next(at: now, local: zone) }
      let next = await work.value
      guard !Task.isCancelled else { return }
      self?.state.nextOccurrences = next
      self?.render()
    }
  }
}

/// The values on which the next occurrences depend.
struct RepeatPreview: Equatable, Sendable {
  /// The number of occurrences shown.
  static let count = 3
  private let rule: RecurrenceRule
  private let due: CalendarTime?
  private let start: CalendarTime?

  init(_ rule: RecurrenceRule, _ due: CalendarTime?, _ start: CalendarTime?) {
    self.rule = rule
    self.due = due
    self.start = start
  }

  /// The next due times, or starts if nothing is due; nil if the rule cannot be evaluated.
  func next(at now: Timestamp, local: ZoneRules) -> [CalendarTime]? {
    guard let anchor = rule.anchor(due: due, start: start),
      let times = try? rule.next(Self.count, after: anchor, at: now, local: local, due: due)
    else { return nil }
    return times.map { due?.moved(by: CalendarShift(from: anchor, to: $0)) ?? $0 }
  }
}
