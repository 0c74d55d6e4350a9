import Core

/// What every acknowledged edit wrote and what it replaced on the screen of who made it.
///
/// In the end each value that nobody has replaced knowingly must be the present one, or be listed as one
/// that gave way.
struct Ledger {
  struct Place: Hashable {
    let key: RecordKey
    let field: String
  }

  private var written: [Place: Set<FieldValue>] = [:]
  private var replaced: [Place: Set<FieldValue>] = [:]

  private var authors: [FieldValue: Set<String>] = [:]
  private var withdrawn: [Place: Set<FieldValue>] = [:]

  /// The fields whose values are unique, so that they can be followed.
  static let fields = ["content", "notes", "name"]

  /// An edit was acknowledged.
  mutating func note(
    _ key: RecordKey, before: RecordFields?, after: RecordFields?, by author: String
  ) {
    // Who deletes gives up everything about it: the server's state may come back whole.
    if after == nil { forgive(key) }
    for field in Self.fields {
      let place = Place(key: key, field: field)
      let old = before?[field]
      let new = after?[field]
      guard old != new else { continue }
      if let old { replaced[place, default: []].insert(old) }
      // An empty text is not unique, and nobody typed the name of a first list.
      if let new, new != .string(""), field != "name" || after?.isUntyped == false {
        written[place, default: []].insert(new)
        withdrawn[place]?.remove(new)
        authors[new, default: []].insert(author)
      }
    }
  }

  /// Who wrote a value took it back at once: it must not come again by itself.
  mutating func withdraw(_ value: FieldValue, at place: Place) {
    withdrawn[place, default: []].insert(value)
  }

  /// Nobody can have a value any more.
  mutating func giveUp(_ value: FieldValue, at place: Place) {
    replaced[place, default: []].insert(value)
  }

  /// Somebody gave up edits of a record, and took whatever the server had.
  mutating func forgive(_ key: RecordKey) {
    withdrawn = withdrawn.filter { $0.key.key != key }
  }

  /// Who wrote a value; nil if several did, one after another.
  func author(of value: FieldValue) -> String? {
    guard let all = authors[value], all.count == 1 else { return nil }
    return all.first
  }

  /// The values that somebody, and nobody else, wrote to a record.
  func values(of key: RecordKey, by author: String) -> Set<FieldValue> {
    let all = written.filter { $0.key.key == key }.flatMap(\.value)
    return Set(all.filter { self.author(of: $0) == author })
  }

  /// Whether somebody replaced a value knowingly: if it stands there again, it is an earlier one.
  func isReplaced(_ value: FieldValue, at place: Place) -> Bool {
    replaced[place]?.contains(value) == true
  }

  /// Values that are there although they were taken back.
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

  /// Whether a value was written to several records: a copy was put back under another name.
  func isCopied(_ value: FieldValue) -> Bool {
    written.count { $0.value.contains(value) } > 1
  }

  /// The values that nobody has replaced knowingly and that are gone.
  /// - Parameter kept: what the server holds in the end, what waits for good, and what gave way and is
  ///   told to the user.
  func lost(kept: [Place: Set<FieldValue>]) -> [String] {
    var lost: [FieldValue: [Place]] = [:]
    var safe: Set<FieldValue> = []
    for (place, values) in written {
      for value in values {
        if replaced[place]?.contains(value) == true || kept[place]?.contains(value) == true {
          // One of several copies is enough.
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
  /// Whether nobody chose the name of a list.
  fileprivate var isUntyped: Bool {
    self["modifiedAt"] == .timestamp(TodoList.never)
  }
}
