import Basics

/// Properties that few rows have, packed into few bytes: times, start, parent and tags.
struct PackedDetails {
  /// Appends nothing for a row that has none of them.
  static func append(_ row: TodoRow, to bytes: inout [UInt8]) {
    guard row.due?.time != nil || row.start != nil || row.parent != nil || !row.tags.isEmpty else {
      return
    }
    var writer = Writer()
    writer.add(row.due.flatMap { $0.isDay ? nil : $0 })
    writer.add(row.start)
    writer.add(row.parent?.rawValue)
    for tag in row.tags { writer.add(tag.text) }
    bytes += writer.bytes
  }

  /// The parent alone.
  static func parent(in bytes: ArraySlice<UInt8>) -> TodoID? {
    var reader = Reader(rest: bytes)
    _ = reader.time()
    _ = reader.time()
    return reader.text().map(TodoID.init(rawValue:))
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

    /// The second of the day plus one in three bytes, 0 without a time; then the day in three bytes and, with a time,
    /// its zone. Three bytes 0xFF for nil.
    mutating func add(_ value: CalendarTime?) {
      guard let value else { return addNumber(Self.none) }
      addNumber(value.time.map { ($0.hour * 60 + $0.minute) * 60 + $0.second + 1 } ?? 0)
      addNumber(value.day.year << 9 | value.day.month << 5 | value.day.day)
      if value.time != nil { add(value.zone?.text) }
    }

    static let none = 0xFF_FFFF

    private mutating func addNumber(_ number: Int) {
      for shift in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// The length plus one, in seven bits a byte, then the text; 0 for nil.
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
      let seconds = number()
      guard seconds != Writer.none else { return nil }
      let packed = number()
      let zone = seconds == 0 ? nil : text().flatMap(ZoneName.init)
      guard
        let day = CalendarDay(year: packed >> 9, month: packed >> 5 & 0xF, day: packed & 0x1F)
      else { return nil }
      if seconds == 0 { return CalendarTime(day: day) }
      return CalendarTime(day: day, time: TimeOfDay(secondsOfDay: seconds - 1), zone: zone)
    }

    private mutating func number() -> Int {
      [0, 8, 16].reduce(0) { $0 | Int(rest.popFirst() ?? 0xFF) << $1 }
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
