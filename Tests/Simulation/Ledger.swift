import Core

/// The values that each acknowledged edit wrote, and the values that it replaced on its author's screen.
///
/// In the end, each value that nobody has knowingly replaced must be present, or be listed as one that gave way in a
/// merge.
struct Ledger {
  struct Place: Hashable {
    let key: RecordKey
    let field: String
  }

  private var written: [Place: Set<FieldValue>] = [:]
  private var replaced: [Place: Set<FieldValue>] = [:]

  private var authors: [FieldValue: Set<String>] = [:]
  private var withdrawn: [Place: Set<FieldValue>] = [:]

  /// The fields whose values are unique, so that they can be tracked.
  static let fields = ["content", "notes", "name"]

  /// An edit was acknowledged.
  mutating func note(
    _ key: RecordKey, before: RecordFields?, after: RecordFields?, by author: String
  ) {
    // A deletion gives up all values of the record: the server's state may come back as a whole.
    if after == nil { forgive(key) }
    for field in Self.fields {
      let place = Place(key: key, field: field)
      let old = before?[field]
      let new = after?[field]
      guard old != new else { continue }
      if let old { replaced[place, default: []].insert(old) }
      // An empty text is not unique, and the name of a first list was not typed by anybody.
      if let new, new != .string(""), field != "name" || after?.isUntyped == false {
        written[place, default: []].insert(new)
        withdrawn[place]?.remove(new)
        authors[new, default: []].insert(author)
      }
    }
  }

  /// The author of a value undid it at once, so it must not come back by itself.
  mutating func withdraw(_ value: FieldValue, at place: Place) {
    withdrawn[place, default: []].insert(value)
  }

  /// Notes that nobody can have a value any more.
  mutating func giveUp(_ value: FieldValue, at place: Place) {
    replaced[place, default: []].insert(value)
  }

  /// Somebody discarded edits of a record, and accepted whatever the server had.
  mutating func forgive(_ key: RecordKey) {
    withdrawn = withdrawn.filter { $0.key.key != key }
  }

  /// The author of a value; nil if there are several.
  func author(of value: FieldValue) -> String? {
    guard let all = authors[value], all.count == 1 else { return nil }
    return all.first
  }

  /// The values of a record that only the given author wrote.
  func values(of key: RecordKey, by author: String) -> Set<FieldValue> {
    let all = written.filter { $0.key.key == key }.flatMap(\.value)
    return Set(all.filter { self.author(of: $0) == author })
  }

  /// Whether somebody knowingly replaced a value; if it is there again, it is an outdated one.
  func isReplaced(_ value: FieldValue, at place: Place) -> Bool {
    replaced[place]?.contains(value) == true
  }

  /// Values that are present although they were undone.
  func haunting(
    _ present: [RecordKey: RecordFields], except isExcused: (Place, FieldValue) -> Bool
  ) -> [String] {
    withdrawn.compactMap { place, values in
      guard let value = present[place.key]?[place.field], values.contains(value),
        !isExcused(place, value)
      else { return nil }
      return "\(place.key.id) \(place.field) \(value) came back"
    }.sorted()
  }

  /// Whether a value was written to several records, as when a copy is restored under another ID.
  func isCopied(_ value: FieldValue) -> Bool {
    written.count { $0.value.contains(value) } > 1
  }

  /// The values that nobody has knowingly replaced and that are gone.
  /// - Parameter kept: the values on the server at the end, those that stay unsent for good, and those that gave way
  ///   and are shown to the user.
  func lost(kept: [Place: Set<FieldValue>]) -> [String] {
    var lost: [FieldValue: [Place]] = [:]
    var safe: Set<FieldValue> = []
    for (place, values) in written {
      for value in values {
        if replaced[place]?.contains(value) == true || kept[place]?.contains(value) == true {
          // It suffices if one of several copies is present.
          safe.insert(value)
        } else {
          lost[value, default: []].append(place)
        }
      }
    }
    return lost.filter { !safe.contains($0.key) }.flatMap { value, places in
      places.map { "\($0.key.kind) \($0.key.id) \($0.field) \(value) is lost" }
    }.sorted()
  }
}

extension RecordFields {
  /// Whether nobody has typed the name of the list.
  fileprivate var isUntyped: Bool {
    self["modifiedAt"] == .timestamp(TodoList.never)
  }
}
