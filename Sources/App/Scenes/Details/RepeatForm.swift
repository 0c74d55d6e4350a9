import Core
import Service

/// A recurrence rule as the rows of the details show it and change it.
///
/// What the rows do not show stays in the pattern. A rule that they cannot show is ``Choice/foreign``: it is told in
/// words and stays as it is until another choice is made.
struct RepeatForm: Equatable {
  /// The first row.
  enum Choice: Equatable, CaseIterable {
    case never, daily, weekdays, weekly, monthly, yearly, custom, foreign
  }

  /// What ends it.
  enum End: Equatable, CaseIterable {
    case never, onDay, afterCount
  }

  /// The units of the row for how often.
  static let units: [RecurrencePattern.Frequency] = [.daily, .weekly, .monthly, .yearly]
  /// The last day or count to begin with, where an end is chosen.
  static let suggestedCount = 10
  static let suggestedDays = 30

  private(set) var pattern: RecurrencePattern
  var isFromCompletion: Bool
  /// The present occurrence.
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

  /// A rule that is one of the plain choices.
  init(_ choice: Choice, anchor: CalendarTime) {
    pattern = Self.pattern(choice) ?? RecurrencePattern(.weekly)
    isFromCompletion = false
    self.anchor = anchor
  }

  var rule: RecurrenceRule { RecurrenceRule(pattern, isFromCompletion: isFromCompletion) }

  /// The plain choice that says the same, or ``Choice/custom``.
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

  // MARK: How often

  var interval: Int {
    get { pattern.interval }
    set { pattern.interval = min(max(newValue, 1), Self.longestInterval) }
  }

  static let longestInterval = 32_767

  var unit: RecurrencePattern.Frequency {
    get { pattern.frequency }
    set {
      guard newValue != pattern.frequency else { return }
      // Days of a week or month say nothing about other units.
      var new = RecurrencePattern(newValue, interval: interval, weekStart: pattern.weekStart)
      new.end = pattern.end
      pattern = new
    }
  }

  // MARK: On which days

  /// The days of a weekly rule.
  var weekdays: Set<Weekday> {
    pattern.days.isEmpty ? [anchor.day.weekday] : Set(pattern.days.map(\.weekday))
  }

  /// The last day that is left stays.
  mutating func set(_ weekday: Weekday, _ isOn: Bool) {
    var days = weekdays
    if isOn { days.insert(weekday) } else { days.remove(weekday) }
    guard !days.isEmpty, days != weekdays else { return }
    pattern.days = days.sorted().map { .init($0) }
  }

  /// The places in a month to choose from, as patterns: the present one, and what fits the present occurrence.
  var places: [RecurrencePattern] {
    var places = [place(monthDays: [], days: [])]
    let (day, weekday) = (anchor.day, anchor.day.weekday)
    let number = (day.day - 1) / 7 + 1
    let isLast = day.adding(days: 7).month != day.month
    if number < 5 { places.append(place(days: [.init(weekday, ordinal: number)])) }
    if isLast { places.append(place(days: [.init(weekday, ordinal: -1)])) }
    places.append(place(monthDays: [-1]))
    if !places.contains(pattern) {
      // The day of the month by its number says the same as none.
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

  // MARK: Until when

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

  /// The day of the last occurrence at the latest; nil without such an end.
  var lastDay: CalendarDay? {
    get {
      guard case .until(let last) = pattern.end else { return nil }
      return last.local(in: .local).day
    }
    set {
      if let newValue { pattern.end(on: newValue, from: anchor) }
    }
  }

  /// How many times it comes, this one included; nil without such an end.
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
