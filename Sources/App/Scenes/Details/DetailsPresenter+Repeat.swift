import Core
import Platform
import Service

// How a to-do repeats.

extension DetailsPresenter {
  /// Chooses one of the plain rules, or shows the rows of the present one.
  func didChooseRepeat(_ choice: RepeatForm.Choice) {
    showsCustomRepeat = choice == .custom
    switch choice {
    case .never: change { $0.recurrence = nil }
    // It is what is there.
    case .foreign: render()
    case .custom where repeatForm != nil: render()
    case .daily, .weekdays, .weekly, .monthly, .yearly, .custom:
      set(RepeatForm(choice, anchor: repeatAnchor))
    }
  }

  /// Changes the rule.
  /// - Parameter isTyped: whether it is a number, which is typed and turned step by step.
  func didChangeRepeat(isTyped: Bool = false, _ change: (inout RepeatForm) -> Void) {
    guard let old = repeatForm else { return }
    var form = old
    change(&form)
    guard form != old else { return render() }
    // Also if it says by now what a plain rule says.
    showsCustomRepeat = true
    guard isTyped else { return set(form) }
    edit.edited.recurrence = form.rule
    render()
    keepSoon()
  }

  /// Nil if it does not repeat, or by a rule that has no rows.
  var repeatForm: RepeatForm? {
    edit.edited.recurrence.flatMap { RepeatForm($0, anchor: repeatAnchor) }
  }

  /// What a rule counts from: the present occurrence, or today.
  private var repeatAnchor: CalendarTime {
    edit.edited.due ?? edit.edited.start ?? CalendarTime(day: clock.today)
  }

  private func set(_ form: RepeatForm) {
    let first = firstOccurrence(of: form)
    change { todo in
      todo.recurrence = form.rule
      // Without a day nothing repeats.
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

  /// Works out the next occurrences where rule or day have changed; beside the main thread, for a rule of another
  /// program can take a while.
  private func previewRepeat() {
    let anchor = edit.edited.due ?? edit.edited.start
    let wanted = edit.edited.recurrence.flatMap { rule in anchor.map { RepeatPreview(rule, $0) } }
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

/// What the next occurrences depend on.
struct RepeatPreview: Equatable, Sendable {
  /// How many are shown.
  static let count = 3
  private let rule: RecurrenceRule
  private let anchor: CalendarTime

  init(_ rule: RecurrenceRule, _ anchor: CalendarTime) {
    self.rule = rule
    self.anchor = anchor
  }

  /// Nil if nothing is known of them.
  func next(at now: Timestamp, local: ZoneRules) -> [CalendarTime]? {
    try? rule.next(Self.count, after: anchor, at: now, local: local)
  }
}
