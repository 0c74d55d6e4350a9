import Basics
import FoundationEssentials

/// Writes and reads the fields of records in the form that the database stores.
///
/// Equal fields always give equal bytes: a number of fields, then each with its name, a tag for the type, and
/// the value, in the order of the names' bytes. Numbers are variable-length (LEB128, signed ones zigzag), texts
/// and names are UTF-8 after their length in bytes. Any text is stored, whatever it contains.
enum StoredFields {
  private enum Tag: UInt8 {
    case null, no, yes, integer, string, timestamp, day, clock, zoned, recurrence, set
  }

  static func encode(_ fields: RecordFields) -> Data {
    var writer = Writer()
    writer.add(fields)
    return Data(writer.bytes)
  }

  /// - Throws: ``StoreError/damaged(detail:)`` for anything that ``encode(_:)`` does not write.
  static func decode(_ data: Data) throws(StoreError) -> RecordFields {
    var reader = Reader(data)
    guard let fields = reader.fields(), reader.isAtEnd else { throw damaged }
    return fields
  }

  /// The same for several states of a record, in order.
  static func encode(_ states: some Collection<RecordFields>) -> Data {
    var writer = Writer()
    writer.add(UInt64(states.count))
    for fields in states { writer.add(fields) }
    return Data(writer.bytes)
  }

  /// The same for several states of a record, in order.
  static func decodeStates(_ data: Data) throws(StoreError) -> [RecordFields] {
    var reader = Reader(data)
    guard let count = reader.count() else { throw damaged }
    var states: [RecordFields] = []
    for _ in 0..<count {
      guard let fields = reader.fields() else { throw damaged }
      states.append(fields)
    }
    guard reader.isAtEnd else { throw damaged }
    return states
  }

  /// Whether encoded states are exactly one state, with the same bytes as a state from ``encode(_:)``.
  static func isOnlyState(_ state: Data?, in states: Data) -> Bool {
    guard let state else { return false }
    return states.first == 1 && states.dropFirst() == state
  }

  /// The members of a set; nil for an empty one.
  static func encode(members: Set<ExactText>) -> Data? {
    if members.isEmpty { return nil }
    var writer = Writer()
    writer.add(members)
    return Data(writer.bytes)
  }

  /// What ``encode(members:)`` wrote.
  static func members(_ data: Data?) throws(StoreError) -> Set<ExactText> {
    guard let data else { return [] }
    var reader = Reader(data)
    guard let members = reader.members(), reader.isAtEnd else { throw damaged }
    return members
  }

  private static let damaged = StoreError.damaged(detail: "stored fields")

  private struct Writer {
    var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(384) }

    mutating func add(_ fields: RecordFields) {
      add(UInt64(fields.count))
      for (name, value) in fields {
        add(name)
        add(value)
      }
    }

    private mutating func add(_ value: FieldValue) {
      switch value {
      case .null: bytes.append(Tag.null.rawValue)
      case .bool(let flag): bytes.append(flag ? Tag.yes.rawValue : Tag.no.rawValue)
      case .integer(let number): add(.integer, number)
      case .string(let text):
        bytes.append(Tag.string.rawValue)
        add(text)
      case .timestamp(let moment): add(.timestamp, moment.milliseconds)
      case .time(let time):
        let day = Int64(time.day.year << 9 | time.day.month << 5 | time.day.day)
        guard let clock = time.time else { return add(.day, day) }
        add(time.zone == nil ? .clock : .zoned, day)
        add(UInt64(clock.secondsOfDay))
        if let zone = time.zone { add(zone.text) }
      case .recurrence(let rule):
        add(.recurrence, rule.isFromCompletion ? 1 : 0)
        add(rule.text)
      case .set(let members):
        bytes.append(Tag.set.rawValue)
        add(members)
      }
    }

    private mutating func add(_ tag: Tag, _ number: Int64) {
      bytes.append(tag.rawValue)
      add(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    mutating func add(_ members: Set<ExactText>) {
      add(UInt64(members.count))
      for member in members.map(\.text).sorted(by: { $0.precedesExactly($1) }) { add(member) }
    }

    private mutating func add(_ text: String) {
      add(UInt64(text.utf8.count))
      bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ number: UInt64) {
      var rest = number
      while rest > 0x7F {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
  }

  /// Every method returns nil for bytes that the writer does not write.
  private struct Reader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ data: Data) { bytes = Array(data) }

    var isAtEnd: Bool { place == bytes.count }

    mutating func fields() -> RecordFields? {
      guard let count = count() else { return nil }
      var fields = RecordFields()
      fields.reserveCapacity(count)
      for _ in 0..<count {
        guard let name = text(), let value = value(), fields.append(name, value) else { return nil }
      }
      return fields
    }

    /// A count of elements that follow, each of at least one byte.
    mutating func count() -> Int? {
      guard let number = number(), number <= bytes.count - place else { return nil }
      return Int(number)
    }

    private mutating func value() -> FieldValue? {
      guard let tag = byte().flatMap(Tag.init) else { return nil }
      switch tag {
      case .null: return .null
      case .no: return .bool(false)
      case .yes: return .bool(true)
      case .integer: return signed().map(FieldValue.integer)
      case .string: return text().map(FieldValue.string)
      case .timestamp: return moment().map(FieldValue.timestamp)
      case .day: return day().map { .time(CalendarTime(day: $0)) }
      case .clock: return clock().map(FieldValue.time)
      case .zoned:
        guard let clock = clock(), let time = clock.time, let zone = text().flatMap(ZoneName.init)
        else { return nil }
        return .time(CalendarTime(day: clock.day, time: time, zone: zone))
      case .recurrence:
        guard let flag = signed(), let text = text() else { return nil }
        return .recurrence(RecurrenceRule(text, isFromCompletion: flag == 1))
      case .set: return members().map(FieldValue.set)
      }
    }

    mutating func members() -> Set<ExactText>? {
      guard let count = count() else { return nil }
      var members: Set<ExactText> = []
      for _ in 0..<count {
        guard let text = text() else { return nil }
        members.insert(ExactText(text))
      }
      return members
    }

    /// A day, and the seconds since midnight.
    private mutating func clock() -> CalendarTime? {
      guard let day = day(), let seconds = number(), seconds < 86_400 else { return nil }
      return CalendarTime(day: day, time: TimeOfDay(secondsOfDay: Int(seconds)))
    }

    private mutating func moment() -> Timestamp? {
      signed().map(Timestamp.init(milliseconds:))
    }

    /// Unpacks the number into which the writer packs year, month and day.
    private mutating func day() -> CalendarDay? {
      guard let number = signed() else { return nil }
      return CalendarDay(
        year: Int(number >> 9), month: Int(number >> 5 & 0xF), day: Int(number & 0x1F))
    }

    private mutating func text() -> String? {
      guard let length = count() else { return nil }
      defer { place += length }
      return String(validating: bytes[place..<place + length], as: UTF8.self)
    }

    private mutating func signed() -> Int64? {
      number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    private mutating func number() -> UInt64? {
      var number: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 7) {
        guard let byte = byte() else { return nil }
        number |= UInt64(byte & 0x7F) << UInt64(shift)
        if byte < 0x80 { return number }
      }
      return nil
    }

    private mutating func byte() -> UInt8? {
      guard place < bytes.count else { return nil }
      defer { place += 1 }
      return bytes[place]
    }
  }
}
