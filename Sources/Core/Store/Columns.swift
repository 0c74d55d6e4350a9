import Basics
import FoundationEssentials
import GRDB

/// The current row of a query, read by column number. Valid until the next row is fetched.
///
/// GRDB's `Row` builds a dictionary of column names for each query, which takes longer than reading a to-do. This type
/// is fetched as the value of a first column, which must not be NULL, and holds only the statement.
struct Columns: DatabaseValueConvertible, StatementColumnConvertible {
  private let statement: SQLiteStatement

  init?(sqliteStatement: SQLiteStatement, index: CInt) { statement = sqliteStatement }

  var databaseValue: DatabaseValue { .null }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Columns? { nil }

  /// Empty for NULL.
  func text(_ place: Int) -> String { textIfAny(place) ?? "" }

  func textIfAny(_ place: Int) -> String? {
    StoredText.fromStatement(statement, atUncheckedIndex: CInt(place))?.text
  }

  /// Zero for NULL.
  func number(_ place: Int) -> Int64 {
    // SQLite itself converts NULL (https://www.sqlite.org/c3ref/column_blob.html), so the type is not asked for first.
    Int64(sqliteStatement: statement, index: CInt(place))
  }

  func numberIfAny(_ place: Int) -> Int64? {
    Int64.fromStatement(statement, atUncheckedIndex: CInt(place))
  }

  func flag(_ place: Int) -> Bool { number(place) != 0 }

  func data(_ place: Int) -> Data? { Data.fromStatement(statement, atUncheckedIndex: CInt(place)) }

  /// A day, or a day with a time; nil where the first column is NULL.
  func time(_ day: Int, _ time: Int, _ zone: Int) -> CalendarTime? {
    guard let day = textIfAny(day) else { return nil }
    return CalendarTime(day: day, time: textIfAny(time), zone: textIfAny(zone))
  }

  /// - Throws: ``StoreError/damaged(detail:)``.
  func members(_ place: Int) throws -> Set<ExactText> { try StoredFields.members(data(place)) }
}

extension Database {
  /// Reads all rows of a query whose first column is never NULL.
  func rows<T>(
    _ sql: String, _ values: [(any StoredValue)?] = [], _ read: (Columns) throws -> T
  ) throws -> [T] {
    var result: [T] = []
    let rows = try Columns.fetchCursor(statement(sql, values))
    try withExtendedLifetime(rows) {
      while let row = try rows.next() { result.append(try read(row)) }
    }
    return result
  }

  /// Reads the first row of a query whose first column is never NULL; nil if there is none.
  func firstRow<T>(
    _ sql: String, _ values: [(any StoredValue)?] = [], _ read: (Columns) throws -> T
  ) throws -> T? {
    let rows = try Columns.fetchCursor(statement(sql, values))
    // The row is valid only while its cursor exists.
    return try withExtendedLifetime(rows) { try rows.next().map(read) }
  }
}
