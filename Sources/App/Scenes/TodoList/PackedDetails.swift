import Basics
import Core

/// What few rows have, in few bytes: times, start, parent and tags.
struct PackedDetails {
  /// Nothing at all for a row without any of it.
  static func bytes(of row: TodoRow) -> [UInt8] {
    var writer = Writer()
    if row.due?.time != nil || row.start != nil || row.parent != nil || !row.tags.isEmpty {
      writer.add(row.due.flatMap { $0.isDay ? nil : $0 })
      writer.add(row.start)
      writer.add(row.parent?.rawValue)
      for tag in row.tags { writer.add(tag.text) }
    }
    return writer.bytes
  }

  let due: CalendarTime?
  let start: CalendarTime?
  let parent: TodoID?
  let tags: Set<ExactText>

  init(_ bytes: ArraySlice<UInt8>) {
    var reader = Reader(rest: bytes)
    due = reader.time()
    start = reader.time()
    parent = reader.text().map(TodoID.init(rawValue:))
    var tags: Set<ExactText> = []
    while let tag = reader.text() { tags.insert(ExactText(tag)) }
    self.tags = tags
  }

  private struct Writer {
    var bytes: [UInt8] = []

    mutating func add(_ time: CalendarTime?) {
      add(time.map { time in time.zone.map { "\(time.iso8601) \($0.text)" } ?? time.iso8601 })
    }

    /// A text after its length and one, in seven bits a byte; 0 for none.
    mutating func add(_ text: String?) {
      var rest = text.map { $0.utf8.count + 1 } ?? 0
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
      if let text { bytes += text.utf8 }
    }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func time() -> CalendarTime? {
      guard let parts = text()?.splitExactly(at: " ", most: 1) else { return nil }
      return CalendarTime(
        iso8601: parts[0], zone: parts.count == 2 ? ZoneName(parts[1]) : nil)
    }

    mutating func text() -> String? {
      var length = 0
      var shift = 0
      while let byte = rest.popFirst() {
        length |= Int(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      guard length > 0 else { return nil }
      let text = String(decoding: rest.prefix(length - 1), as: UTF8.self)
      rest = rest.dropFirst(length - 1)
      return text
    }
  }
}
