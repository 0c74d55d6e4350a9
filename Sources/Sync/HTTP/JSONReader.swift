import FoundationEssentials

/// Reads JSON (RFC 8259) value by value from its bytes, without building a tree of it first.
///
/// Foundation's decoder needs four times as long for a page of documents (docs/decisions/0040). What is skipped
/// is checked like the rest: an answer is JSON from its first byte to its last, or it is not read.
struct JSONReader {
  enum Failure: Error, Hashable {
    /// Not JSON, not UTF-8, or nested too deeply.
    case syntax
    /// Another kind of value than the one expected.
    case unexpected
  }

  /// Values nested more deeply than this are refused. Documents are at most 20 levels deep
  /// (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields), each of which takes
  /// three in JSON.
  static let deepest = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var depth = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Reads a text that consists of one value.
  static func read<T>(_ data: Data, _ value: (inout JSONReader) throws(Failure) -> T)
    throws(Failure) -> T
  {
    let result = data.withUnsafeBytes { raw -> Result<T, Failure> in
      var reader = JSONReader(raw.bindMemory(to: UInt8.self))
      do throws(Failure) {
        let found = try value(&reader)
        guard reader.next() == nil else { throw .syntax }
        return .success(found)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  // MARK: Arrays and objects

  /// Reads an array.
  /// - Parameter element: reads or skips one element.
  mutating func array(_ element: (inout JSONReader) throws(Failure) -> Void) throws(Failure) {
    try enter("[")
    if take("]") { return }
    repeat { try element(&self) } while take(",")
    try leave("]")
  }

  /// Reads an object.
  /// - Parameter member: reads or skips the value of the member with this name.
  mutating func object(_ member: (inout JSONReader, String) throws(Failure) -> Void) throws(Failure)
  {
    try enter("{")
    if take("}") { return }
    repeat {
      let name = try text()
      guard take(":") else { throw .syntax }
      try member(&self, name)
    } while take(",")
    try leave("}")
  }

  /// Reads one member of an object and skips the others.
  mutating func member(_ name: String, _ value: (inout JSONReader) throws(Failure) -> Void)
    throws(Failure)
  {
    try object { (reader, found) throws(Failure) in
      if found == name { try value(&reader) } else { try reader.skip() }
    }
  }

  private mutating func enter(_ character: Unicode.Scalar) throws(Failure) {
    guard take(character) else { throw next() == nil ? .syntax : .unexpected }
    depth += 1
    if depth > Self.deepest { throw .syntax }
  }

  private mutating func leave(_ character: Unicode.Scalar) throws(Failure) {
    guard take(character) else { throw .syntax }
  }

  // MARK: Values

  /// What the next value is, without moving past it.
  var isObject: Bool { mutating get { next() == UInt8(ascii: "{") } }
  var isArray: Bool { mutating get { next() == UInt8(ascii: "[") } }
  var isText: Bool { mutating get { next() == UInt8(ascii: "\"") } }
  var isNull: Bool { mutating get { next() == UInt8(ascii: "n") } }
  var isBool: Bool {
    mutating get { next() == UInt8(ascii: "t") || next() == UInt8(ascii: "f") }
  }

  mutating func text() throws(Failure) -> String {
    guard take("\"") else { throw next() == nil ? .syntax : .unexpected }
    let start = place
    var isASCII = true
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\"") {
        defer { place += 1 }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<place])
        // Most texts are ASCII, and need no further check.
        return isASCII ? String(decoding: text, as: UTF8.self) : try Self.text(text)
      }
      if byte == UInt8(ascii: "\\") { return try textWithEscapes(from: start) }
      if byte < 0x20 { throw .syntax }
      if byte >= 0x80 { isASCII = false }
      place += 1
    }
    throw .syntax
  }

  mutating func bool() throws(Failure) -> Bool {
    switch next() {
    case UInt8(ascii: "t"):
      try word("true")
      return true
    case UInt8(ascii: "f"):
      try word("false")
      return false
    case nil: throw .syntax
    default: throw .unexpected
    }
  }

  /// Whether the next value is null; moves past it only then.
  mutating func null() throws(Failure) -> Bool {
    guard isNull else { return false }
    try word("null")
    return true
  }

  /// The bytes of a value of any kind.
  mutating func raw() throws(Failure) -> Data {
    _ = next()
    let start = place
    try skip()
    return Data(bytes[start..<place])
  }

  /// Moves past a value of any kind.
  mutating func skip() throws(Failure) {
    switch next() {
    case UInt8(ascii: "{"): try object { (reader, _) throws(Failure) in try reader.skip() }
    case UInt8(ascii: "["): try array { (reader) throws(Failure) in try reader.skip() }
    case UInt8(ascii: "\""): _ = try text()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): try word("null")
    case nil: throw .syntax
    default: try number()
    }
  }

  private mutating func number() throws(Failure) {
    _ = takeNow("-")
    if !takeNow("0") { try digits() }
    if takeNow(".") { try digits() }
    if takeNow("e") || takeNow("E") {
      _ = takeNow("+") || takeNow("-")
      try digits()
    }
  }

  private mutating func digits() throws(Failure) {
    let start = place
    while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) {
      place += 1
    }
    if place == start { throw .syntax }
  }

  // MARK: Texts with escapes

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .syntax }
    return text
  }

  /// - Parameter start: where the text begins; all up to the present place is free of escapes.
  private mutating func textWithEscapes(from start: Int) throws(Failure) -> String {
    var text = Array(bytes[start..<place])
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let whole = String(validating: text, as: UTF8.self) else { throw .syntax }
        return whole
      case UInt8(ascii: "\\"): text += try escaped()
      case 0..<0x20: throw .syntax
      default: text.append(byte)
      }
    }
    throw .syntax
  }

  private mutating func escaped() throws(Failure) -> [UInt8] {
    guard place < bytes.count else { throw .syntax }
    let byte = bytes[place]
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      guard UTF16.isLeadSurrogate(first) else { return try Self.utf8(UInt32(first)) }
      guard takeNow("\\"), takeNow("u") else { throw .syntax }
      let second = try codeUnit()
      guard UTF16.isTrailSurrogate(second) else { throw .syntax }
      return try Self.utf8(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF)
    default: throw .syntax
    }
  }

  /// A lone half of a surrogate pair is no text.
  private static func utf8(_ value: UInt32) throws(Failure) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value) else { throw .syntax }
    return Array(String(scalar).utf8)
  }

  /// Four hexadecimal digits.
  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard place + 4 <= bytes.count else { throw .syntax }
    var unit: UInt16 = 0
    for byte in bytes[place..<place + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .syntax }
      unit = unit << 4 | UInt16(digit)
    }
    place += 4
    return unit
  }

  // MARK: Bytes

  /// The first byte of the next value or structural character, after white space; nil at the end.
  private mutating func next() -> UInt8? {
    while place < bytes.count {
      switch bytes[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      default: return bytes[place]
      }
    }
    return nil
  }

  /// Moves past a character if it comes next after white space. The end of an array or object is one level up.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: character) else { return false }
    place += 1
    if character == "]" || character == "}" { depth -= 1 }
    return true
  }

  /// Moves past a character if it is the very next.
  private mutating func takeNow(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func word(_ word: StaticString) throws(Failure) {
    for index in 0..<word.utf8CodeUnitCount {
      guard place < bytes.count, bytes[place] == word.utf8Start[index] else { throw .syntax }
      place += 1
    }
  }
}
