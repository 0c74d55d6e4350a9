import Basics

/// Some rows of a page, packed into two arrays: rows out of sight cost bytes, but no objects.
///
/// A `TodoRow` takes some 450 bytes with its texts, a packed row 100. It is unpacked anew at each access.
public final class PackedRows: Sendable {
  /// One row: where its texts end in `bytes`, and everything that is no text. ``PackedDetails`` follow the texts.
  struct Entry {
    let start: UInt32
    let idEnd: UInt32
    let positionEnd: UInt32
    let contentEnd: UInt32
    /// Year, month and day it is due; 0 for none.
    let due: UInt32
    /// When it was created, in two halves: a 64-bit number would leave gaps between the entries.
    let created: (high: UInt32, low: UInt32)
    let list: UInt16
    /// 0 for nobody, else one more than the index.
    let assignee: UInt16
    let flags: Flags
    let priority: UInt8
    let mark: TodoRow.Mark
  }

  struct Flags: OptionSet {
    let rawValue: UInt8
    static let done = Flags(rawValue: 1)
    static let cancelled = Flags(rawValue: 2)
    static let reminder = Flags(rawValue: 4)
    /// The id is written as the 16 bytes of its UUID.
    static let uuid = Flags(rawValue: 8)
    static let recurrence = Flags(rawValue: 16)
    static let notes = Flags(rawValue: 32)
    /// There are ``PackedDetails``.
    static let details = Flags(rawValue: 64)
  }

  let entries: [Entry]
  let bytes: [UInt8]
  let lists: [ListID]
  let assignees: [Assignee]

  init(_ builder: Builder) {
    // Copies have no spare capacity.
    entries = builder.entries.withUnsafeBufferPointer { Array($0) }
    bytes = builder.bytes.withUnsafeBufferPointer { Array($0) }
    lists = builder.lists
    assignees = builder.assignees
  }

  /// - Parameter rows: few enough for 16-bit indices of their lists and assignees.
  public convenience init(_ rows: some Collection<TodoRow>) {
    var builder = Builder()
    for row in rows { builder.append(row) }
    self.init(builder)
  }

  public var count: Int { entries.count }

  /// Whether a row is listed among the done ones: done or cancelled.
  /// - Parameter index: 0..<count.
  public func isDone(at index: Int) -> Bool { entries[index].flags.contains(.done) }

  /// Whether it was cancelled.
  /// - Parameter index: 0..<count.
  public func isCancelled(at index: Int) -> Bool { entries[index].flags.contains(.cancelled) }

  /// The to-do of a row.
  /// - Parameter index: 0..<count.
  public func id(at index: Int) -> TodoID { id(of: entries[index]) }

  /// The stored parent of a row.
  /// - Parameter index: 0..<count.
  public func parent(at index: Int) -> TodoID? {
    guard entries[index].flags.contains(.details) else { return nil }
    return PackedDetails.parent(in: bytes[Int(entries[index].contentEnd)..<end(of: index)])
  }

  /// - Parameter index: 0..<count.
  public subscript(index: Int) -> TodoRow {
    let entry = entries[index]
    var row = TodoRow(
      id: id(of: entry), listID: lists[Int(entry.list)],
      content: text(entry.positionEnd, entry.contentEnd), isDone: entry.flags.contains(.done),
      isCancelled: entry.flags.contains(.cancelled),
      priority: Priority(rawValue: Int(entry.priority)),
      due: Self.day(entry.due).map { CalendarTime(day: $0) },
      hasReminder: entry.flags.contains(.reminder),
      hasRecurrence: entry.flags.contains(.recurrence), hasNotes: entry.flags.contains(.notes),
      assignee: entry.assignee == 0 ? nil : assignees[Int(entry.assignee) - 1],
      position: text(entry.idEnd, entry.positionEnd), mark: entry.mark,
      createdAt: Self.moment(entry.created))
    if entry.flags.contains(.details) {
      let details = PackedDetails(bytes[Int(entry.contentEnd)..<end(of: index)])
      row.due = details.due ?? row.due
      row.start = details.start
      row.parent = details.parent
      row.tags = details.tags
    }
    return row
  }

  /// The index of the row of a to-do; nil if it is not among them.
  public func firstIndex(of id: TodoID) -> Int? {
    var name: [UInt8] = []
    let flags = Self.append(id, to: &name)
    return bytes.withUnsafeBufferPointer { bytes in
      entries.firstIndex { entry in
        entry.flags.contains(.uuid) == flags.contains(.uuid)
          && bytes[Int(entry.start)..<Int(entry.idEnd)].elementsEqual(name)
      }
    }
  }

  // MARK: Fingerprints

  /// A hash of a row's identifier, equal for equal to-dos and seldom for others. Many rows can be searched by it
  /// without unpacking their identifiers.
  /// - Parameter index: 0..<count.
  public func fingerprint(at index: Int) -> UInt64 {
    Self.fingerprint(bytes[Int(entries[index].start)..<Int(entries[index].idEnd)])
  }

  /// The same for a to-do that is not packed.
  public static func fingerprint(of id: TodoID) -> UInt64 {
    var name: [UInt8] = []
    _ = append(id, to: &name)
    return fingerprint(name[...])
  }

  private static func fingerprint(_ name: ArraySlice<UInt8>) -> UInt64 {
    name.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Texts and bytes

  /// Where the bytes of a row end.
  func end(of index: Int) -> Int {
    index + 1 < entries.count ? Int(entries[index + 1].start) : bytes.count
  }

  private func id(of entry: Entry) -> TodoID {
    guard entry.flags.contains(.uuid) else {
      return TodoID(rawValue: text(entry.start, entry.idEnd))
    }
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for byte in bytes[Int(entry.start)..<Int(entry.idEnd)] {
      if Self.dashes.contains(text.count) { text.append(UInt8(ascii: "-")) }
      text.append(Self.digits[Int(byte >> 4)])
      text.append(Self.digits[Int(byte & 0xF)])
    }
    return TodoID(rawValue: String(decoding: text, as: UTF8.self))
  }

  private static let digits = Array("0123456789abcdef".utf8)
  /// Where dashes stand in the text of a UUID.
  private static let dashes = [8, 13, 18, 23]

  /// Appends the bytes of an id: 16 for a UUID as this app writes it, otherwise its text.
  static func append(_ id: TodoID, to bytes: inout [UInt8]) -> Flags {
    var id = id.rawValue
    return id.withUTF8 { text in
      let start = bytes.count
      if text.count == 36, dashes.allSatisfy({ text[$0] == UInt8(ascii: "-") }) {
        var place = 0
        while place < 36, let high = value(of: text[place]), let low = value(of: text[place + 1]) {
          bytes.append(high << 4 | low)
          place += 2
          if dashes.contains(place) { place += 1 }
        }
        if bytes.count == start + 16 { return .uuid }
        bytes.removeLast(bytes.count - start)
      }
      bytes += text
      return []
    }
  }

  /// What a lower-case hexadecimal digit stands for.
  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  private func text(_ start: UInt32, _ end: UInt32) -> String {
    String(decoding: bytes[Int(start)..<Int(end)], as: UTF8.self)
  }

  private static func day(_ packed: UInt32) -> CalendarDay? {
    packed == 0
      ? nil
      : CalendarDay(
        year: Int(packed >> 9), month: Int(packed >> 5 & 0xF), day: Int(packed & 0x1F))
  }

  private static func moment(_ halves: (high: UInt32, low: UInt32)) -> Timestamp {
    let high = Int64(Int32(bitPattern: halves.high))
    return Timestamp(milliseconds: high << 32 | Int64(halves.low))
  }
}
