import Basics
import FoundationEssentials
import GRDB

/// Text as it is stored in SQLite.
///
/// GRDB passes texts as C strings, which end at the first NUL, and SQLite itself promises little about texts
/// that contain one (https://www.sqlite.org/nulinstr.html). So U+0000 is stored as U+0001 “0”, and U+0001 as
/// U+0001 “1”. This keeps the order of texts, and the encoding of two concatenated texts is the concatenation
/// of their encodings: comparing, sorting and concatenating in SQL stay correct.
///
/// All texts go this way: `Database.run` and ``GRDB/StatementArguments/stored(_:)`` encode what they bind,
/// and what is read as a `String` comes through the members below, which the compiler prefers to GRDB's
/// generic ones.
struct StoredText: DatabaseValueConvertible, StatementColumnConvertible {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  init?(sqliteStatement: SQLiteStatement, index: CInt) {
    text = Self.decode(String(sqliteStatement: sqliteStatement, index: index))
  }

  var databaseValue: DatabaseValue { Self.encode(text).databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> StoredText? {
    String.fromDatabaseValue(value).map { StoredText(decode($0)) }
  }

  // MARK: The stored form

  private static let escape = UInt8(1)

  /// Whether a text contains U+0000 or U+0001, which encoding and decoding replace.
  private static func isEscaping(_ text: String) -> Bool {
    var text = text
    // No early exit from the loop, so that it compares many bytes at a time.
    return text.withUTF8 { $0.reduce(UInt8.max) { min($0, $1) } } <= escape
  }

  static func encode(_ text: String) -> String {
    guard isEscaping(text) else { return text }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte <= escape {
        bytes += [escape, UInt8(ascii: "0") + byte]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func decode(_ stored: String) -> String {
    guard isEscaping(stored) else { return stored }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in stored.utf8 {
      let value = byte &- UInt8(ascii: "0")
      if isEscaped, value <= escape {
        bytes[bytes.count - 1] = value
        isEscaped = false
      } else {
        bytes.append(byte)
        isEscaped = byte == escape
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A value that statements of the store are given; texts take their stored form.
protocol StoredValue {
  /// - Returns: SQLite's result code.
  func bindStored(to statement: SQLiteStatement, at index: CInt) -> CInt
}

extension StoredValue where Self: StatementBinding {
  func bindStored(to statement: SQLiteStatement, at index: CInt) -> CInt {
    bind(to: statement, at: index)
  }
}

extension Int: StoredValue {}
extension Int64: StoredValue {}
extension Bool: StoredValue {}
extension Data: StoredValue {}

extension String: StoredValue {
  func bindStored(to statement: SQLiteStatement, at index: CInt) -> CInt {
    StoredText.encode(self).bind(to: statement, at: index)
  }
}

extension StatementArguments {
  /// Values to bind, with their texts in the stored form.
  static func stored(_ values: [(any DatabaseValueConvertible)?]) -> StatementArguments {
    StatementArguments(values.map(storedForm))
  }

  private static func storedForm(_ value: (any DatabaseValueConvertible)?)
    -> (any DatabaseValueConvertible)?
  {
    (value as? String).map(StoredText.init) ?? value
  }
}

// MARK: Reading texts

extension Row {
  subscript(_ index: Int) -> String { (self[index] as StoredText).text }

  subscript(_ index: Int) -> String? { (self[index] as StoredText?)?.text }

  subscript(_ column: String) -> String { (self[column] as StoredText).text }

  subscript(_ column: String) -> String? { (self[column] as StoredText?)?.text }
}

extension String {
  static func fetchOne(_ statement: Statement, arguments: StatementArguments? = nil) throws
    -> String?
  {
    try StoredText.fetchOne(statement, arguments: arguments)?.text
  }

  static func fetchOne(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> String? {
    try StoredText.fetchOne(db, sql: sql, arguments: arguments)?.text
  }

  static func fetchAll(_ statement: Statement, arguments: StatementArguments? = nil) throws
    -> [String]
  {
    try StoredText.fetchAll(statement, arguments: arguments).map(\.text)
  }

  static func fetchAll(
    _ db: Database, sql: String, arguments: StatementArguments = StatementArguments()
  ) throws -> [String] {
    try StoredText.fetchAll(db, sql: sql, arguments: arguments).map(\.text)
  }
}
