import Basics
import Core
import Platform
import QuickAdd
import Service

/// What a text in an entry for new to-dos says.
struct EntryReading {
  let reading: QuickAddReading
  /// The list that is named.
  let list: TodoList?
  /// The user ID of the person who is named.
  let person: String?
  private let now: Timestamp
  let chips: [EntryChip]

  /// - Parameters:
  ///   - asText: parts that are text again.
  ///   - account: that of the list, whose people can be named.
  init?(
    _ text: String, _ vocabulary: EntryVocabulary, asText: Set<String>, account: AccountID?,
    now: Timestamp
  ) {
    guard var reader = vocabulary.reader else { return nil }
    let clock = LocalClock.clock(at: now)
    reader.setNow(clock.time, today: clock.day)
    var reading = reader.read(text, asText: asText, zone: LocalClock.zone)
    if reading.person != nil, let list = reading.list,
      vocabulary.lists[list].account?.root != account?.root
    {
      // The people of one account are nobody to another.
      let names = reading.parts.filter { if case .person = $0.meaning { true } else { false } }
      reading = reader.read(
        text, asText: asText.union(names.map(\.text)), zone: LocalClock.zone)
    }
    self.reading = reading
    self.now = now
    list = reading.list.map { vocabulary.lists[$0] }
    person = reading.person.map { vocabulary.people[$0].id }
    chips = reading.parts.map { EntryChip($0, vocabulary, today: clock.day) }
  }

  /// Takes over everything that was understood.
  func fill(_ draft: inout TodoDraft) {
    draft.take(reading, now: now)
    if let list {
      draft.listID = list.id
      draft.makesList = false
    }
    if let person {
      draft.assignee = person
      draft.isAssignedToMe = false
    }
  }
}

/// A part of the text that was understood.
struct EntryChip: Hashable {
  /// In the UTF-8 of the text.
  let range: Range<Int>
  /// As it was typed.
  let typed: String
  /// What it means.
  let text: String
  /// Whether it is no part of the text, but says what the to-do will be a subtask of.
  var isParent = false

  init(_ part: QuickAddPart, _ vocabulary: EntryVocabulary, today: CalendarDay) {
    range = part.range
    typed = part.text
    text = EntryText.words(part.meaning, vocabulary, today: today)
  }

  init(subtaskOf title: String) {
    (range, typed, isParent) = (0..<0, "", true)
    text = tr("Subtask of “%s”", ErrorText.short(title))
  }
}

/// Names to choose from while one is typed.
struct EntryOffers: Hashable {
  let completion: QuickAddCompletion
  /// The one that Enter chooses; nil: Enter adds.
  var marked: Int?

  /// A tag may be a new one, so none is chosen unasked.
  init(_ completion: QuickAddCompletion) {
    self.completion = completion
    marked = completion.kind == .tag || completion.range.isEmpty ? nil : 0
  }

  var names: [String] { completion.offers.map(\.name) }

  /// Marks the next one, or the one before.
  mutating func move(_ step: Int) {
    let count = completion.offers.count
    marked = marked.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
  }

  /// The text with a chosen name, and where the cursor stands behind it, in Unicode scalars.
  func choosing(_ index: Int, in text: String) -> (text: String, cursor: Int) {
    let utf8 = Array(text.utf8)
    let range = completion.range.clamped(to: 0..<utf8.count)
    let before = String(decoding: utf8[..<range.lowerBound], as: UTF8.self)
    let after = String(decoding: utf8[range.upperBound...], as: UTF8.self)
    let name = completion.offers[index].name + " "
    return (before + name + after.drop { $0 == " " }, (before + name).unicodeScalars.count)
  }
}
