import Core
import Service

/// A recurrence rule as the rows of the details show and change it.
///
/// Parts of the pattern that the rows do not show are kept. A rule that they cannot show is ``Choice/foreign``: it is
/// described in words and stays unchanged until the user makes another choice.
struct RepeatForm: Equatable {
  /// The choices of the first row.
  enum Choice: Equatable, CaseIterable {
    case never, daily, weekdays, weekly, monthly, yearly, custom, foreign
  }

  /// How the rule ends.
  enum End: Equatable, CaseIterable {
    case never, onDay, afterCount
  }

  /// The units offered for the interval.
  static let units: [RecurrencePattern.Frequency] = [.daily, .weekly, .monthly, .yearly]
  /// The initial count or number of days when an end is chosen.
  static let suggestedCount = 10
  static let suggestedDays = 30

  private(set) var pattern: RecurrencePattern
  var isFromCompletion: Bool
  /// The date of the current occurrence.
  let anchor: CalendarTime

  /// Nil for a rule that the rows cannot show.
  init?(_ rule: RecurrenceRule, anchor: CalendarTime) {
    guard let pattern = try? rule.pattern(), Self.units.contains(pattern.frequency),
      pattern.setPositions.isEmpty, RecurrenceText.repetition(pattern) != nil
    else { return nil }
    self.pattern = pattern
    isFromCompletion = rule.isFromCompletion
    self.anchor = anchor
  }

  /// A rule for one of the simple choices.
  init(_ choice: Choice, anchor: CalendarTime) {
    pattern = Self.pattern(choice) ?? RecurrencePattern(.weekly)
    isFromCompletion = false
    self.anchor = anchor
  }

  var rule: RecurrenceRule { RecurrenceRule(pattern, isFromCompletion: isFromCompletion) }

  /// The simple choice that means the same, or ``Choice/custom``.
  var choice: Choice {
    guard !isFromCompletion else { return .custom }
    return Choice.allCases.first { Self.pattern($0)?.text == pattern.text } ?? .custom
  }

  private static func pattern(_ choice: Choice) -> RecurrencePattern? {
    switch choice {
    case .daily: RecurrencePattern(.daily)
    case .weekdays:
      RecurrencePattern(.weekly, days: Weekday.allCases.prefix(5).map { .init($0) })
    case .weekly: RecurrencePattern(.weekly)
    case .monthly: RecurrencePattern(.monthly)
    case .yearly: RecurrencePattern(.yearly)
    case .never, .custom, .foreign: nil
    }
  }

  // MARK: Interval

  var interval: Int {
    get { pattern.interval }
    set { pattern.interval = min(max(newValue, 1), Self.longestInterval) }
  }

  static let longestInterval = 32_767

  var unit: RecurrencePattern.Frequency {
    get { pattern.frequency }
    set {
      guard newValue != pattern.frequency else { return }
      // Days of a week or month make no sense for other units.
      var new = RecurrencePattern(newValue, interval: interval, weekStart: pattern.weekStart)
      new.end = pattern.end
      pattern = new
    }
  }

  // MARK: Days

  /// The days of a weekly rule.
  var weekdays: Set<Weekday> {
    pattern.days.isEmpty ? [anchor.day.weekday] : Set(pattern.days.map(\.weekday))
  }

  /// Sets whether the rule includes a weekday. The last remaining one cannot be removed.
  mutating func set(_ weekday: Weekday, _ isOn: Bool) {
    var days = weekdays
    if isOn { days.insert(weekday) } else { days.remove(weekday) }
    guard !days.isEmpty, days != weekdays else { return }
    pattern.days = days.sorted().map { .init($0) }
  }

  /// The places in a month to choose from, as patterns: the current one, and those that match the current occurrence.
  var places: [RecurrencePattern] {
    var places = [place(monthDays: [], days: [])]
    let (day, weekday) = (anchor.day, anchor.day.weekday)
    let number = (day.day - 1) / 7 + 1
    let isLast = day.adding(days: 7).month != day.month
    if number < 5 { places.append(place(days: [.init(weekday, ordinal: number)])) }
    if isLast { places.append(place(days: [.init(weekday, ordinal: -1)])) }
    places.append(place(monthDays: [-1]))
    if !places.contains(pattern) {
      // The current occurrence's own day of the month is the same as no day at all.
      if pattern.monthDays == [day.day], pattern.days.isEmpty { places.removeFirst() }
      places.insert(pattern, at: 0)
    }
    return places
  }

  mutating func choosePlace(_ index: Int) {
    if places.indices.contains(index) { pattern = places[index] }
  }

  private func place(monthDays: [Int] = [], days: [RecurrencePattern.Day] = [])
    -> RecurrencePattern
  {
    var place = pattern
    place.monthDays = monthDays
    place.days = days
    return place
  }

  // MARK: End

  var end: End {
    get {
      switch pattern.end {
      case .never: .never
      case .until: .onDay
      case .count: .afterCount
      }
    }
    set {
      guard newValue != end else { return }
      switch newValue {
      case .never: pattern.end = .never
      case .onDay: lastDay = anchor.day.adding(days: Self.suggestedDays)
      case .afterCount: pattern.end = .count(Self.suggestedCount)
      }
    }
  }

  /// The latest day of an occurrence; nil if the rule does not end on a day.
  var lastDay: CalendarDay? {
    get {
      guard case .until(let last) = pattern.end else { return nil }
      return last.local(in: .local).day
    }
    set {
      if let newValue { pattern.end(on: newValue, from: anchor) }
    }
  }

  /// The number of occurrences, including the current one; nil if the rule does not end after a count.
  var count: Int? {
    get {
      guard case .count(let count) = pattern.end else { return nil }
      return count
    }
    set {
      if let newValue { pattern.end = .count(max(newValue, 1)) }
    }
  }

  static let mostCount = 9_999
}
