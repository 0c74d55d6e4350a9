import Basics

/// The columns of a query, in the order in which it selects them. A case is named after its column; its raw value is
/// the column's number in a row.
///
/// The query, the values to write and the reader all follow these cases, so no column can be taken for another one.
protocol QueryColumn: CaseIterable, CodingKey, RawRepresentable where RawValue == Int {}

/// Reads the current row of a query by its columns. Valid until the next row is fetched.
///
/// The numbers are known when this is compiled, so that reading costs no more than by number.
struct ColumnReader<Column: QueryColumn> {
  private let row: Columns

  init(_ row: Columns) { self.row = row }

  /// Empty for NULL.
  func text(_ column: Column) -> String { row.text(column.rawValue) }

  func textIfAny(_ column: Column) -> String? { row.textIfAny(column.rawValue) }

  /// Zero for NULL.
  func number(_ column: Column) -> Int64 { row.number(column.rawValue) }

  func numberIfAny(_ column: Column) -> Int64? { row.numberIfAny(column.rawValue) }

  func flag(_ column: Column) -> Bool { row.flag(column.rawValue) }

  /// A day, or a day with a time; nil where the first column is NULL.
  func time(_ day: Column, _ time: Column, _ zone: Column) -> CalendarTime? {
    row.time(day.rawValue, time.rawValue, zone.rawValue)
  }

  /// - Throws: ``StoreError/damaged(detail:)``.
  func members(_ column: Column) throws -> Set<ExactText> { try row.members(column.rawValue) }
}
