import Basics
import Core
import Platform
import QuickAdd
import Service

/// The result of reading a text in an entry for new to-dos.
struct EntryReading {
  let reading: QuickAddReading
  /// The named list.
  let list: TodoList?
  /// The user ID of the named person.
  let person: String?
  private let now: Timestamp
  let chips: [EntryChip]

  /// - Parameters:
  ///   - corrections: what the user has decided about parts of the text.
  ///   - account: the account of the list, whose people can be named.
  init?(
    _ text: String, _ vocabulary: EntryVocabulary,
    corrections: EntryCorrections = EntryCorrections(), account: AccountID?, now: Timestamp
  ) {
    guard var reader = vocabulary.reader else { return nil }
    let clock = LocalClock.clock(at: now)
    reader.setNow(clock.time, today: clock.day)
    var asText = corrections.asText
    var chosen: [String: Int] = [:]
    for (mark, list) in corrections.lists {
      if let index = vocabulary.lists.firstIndex(where: { $0.id == list }) {
        chosen[mark] = index
      } else {
        // No other list of this name takes the place of the one that is gone.
        asText.insert(mark)
      }
    }
    var reading = reader.read(text, asText: asText, lists: chosen, zone: LocalClock.zone)
    if reading.person != nil, let list = reading.list,
      vocabulary.lists[list].account?.root != account?.root
    {
      // A person known to one account is unknown to another, so names are kept as plain text.
      let names = reading.parts.filter { if case .person = $0.meaning { true } else { false } }
      asText.formUnion(names.map(\.text))
      reading = reader.read(text, asText: asText, lists: chosen, zone: LocalClock.zone)
    }
    self.reading = reading
    self.now = now
    list = reading.list.map { vocabulary.lists[$0] }
    person = reading.person.map { vocabulary.people[$0].id }
    chips = reading.parts.map { EntryChip($0, vocabulary, today: clock.day) }
  }

  /// Applies everything that was recognised to a draft.
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

/// A recognised part of the text.
struct EntryChip: Hashable {
  /// The range in the UTF-8 of the text.
  let range: Range<Int>
  /// The part as typed.
  let typed: String
  /// Its meaning, in words.
  let text: String
  /// Whether the chip stands for the parent of the new to-do rather than for a part of the text.
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

/// The names offered while the user types one.
struct EntryOffers: Hashable {
  let completion: QuickAddCompletion
  /// The names as shown, which tell apart lists of one name.
  let titles: [String]
  /// The offered lists; empty if tags or people are offered.
  private let lists: [ListID]
  /// The name that Enter chooses; with nil, Enter adds the to-do.
  var marked: Int?

  /// Marks no tag at first, because the user may be typing a new one.
  init(_ completion: QuickAddCompletion, _ vocabulary: EntryVocabulary) {
    self.completion = completion
    let isList = completion.kind == .list
    titles = completion.offers.map { isList ? vocabulary.listTitles[$0.index] : $0.name }
    lists = isList ? completion.offers.map { vocabulary.lists[$0.index].id } : []
    marked = completion.kind == .tag || completion.range.isEmpty ? nil : 0
  }

  var names: [String] { completion.offers.map(\.name) }

  /// Marks the next name or the previous one.
  mutating func move(_ step: Int) {
    let count = completion.offers.count
    marked = marked.map { ($0 + step + count) % count } ?? (step > 0 ? 0 : count - 1)
  }

  /// Marks the name that was marked in earlier offers for the same part of the text, if it is still offered.
  mutating func keepMark(of earlier: EntryOffers) {
    guard earlier.completion.range == completion.range,
      let name = earlier.marked.map({ ExactText(earlier.names[$0]) }),
      let list = earlier.marked.map(earlier.list(at:)),
      let index = names.indices.first(where: {
        ExactText(names[$0]) == name && self.list(at: $0) == list
      })
    else { return }
    marked = index
  }

  /// The list at a position; nil if tags or people are offered.
  func list(at index: Int) -> ListID? { lists.indices.contains(index) ? lists[index] : nil }

  /// The text with the chosen name, the cursor's position behind it, in Unicode scalars, and the part of the text that
  /// the name is with its mark.
  func choosing(_ index: Int, in text: String) -> (text: String, cursor: Int, part: String) {
    let utf8 = Array(text.utf8)
    let range = completion.range.clamped(to: 0..<utf8.count)
    let before = String(decoding: utf8[..<range.lowerBound], as: UTF8.self)
    let after = String(decoding: utf8[range.upperBound...], as: UTF8.self)
    let name = completion.offers[index].name
    let start = before + name + " "
    let part = String(before.suffix(1)) + name
    return (start + after.drop { $0 == " " }, start.unicodeScalars.count, part)
  }
}
