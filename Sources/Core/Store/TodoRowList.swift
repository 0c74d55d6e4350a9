/// The rows of a page in their order, packed while they are read: rows out of sight cost bytes, but no objects.
public struct TodoRowList: RandomAccessCollection, Sendable {
  /// How many rows are packed together.
  public static let chunkCount = 256

  /// Each but the last has ``chunkCount`` rows.
  public private(set) var chunks: [PackedRows] = []
  public private(set) var endIndex = 0

  public init() {}

  public init(_ rows: some Sequence<TodoRow>) {
    self.init { append in for row in rows { append(row) } }
  }

  /// - Parameter body: receives a function that appends a row.
  init(_ body: ((TodoRow) -> Void) throws -> Void) rethrows {
    var builder = PackedRows.Builder()
    var chunks: [PackedRows] = []
    var count = 0
    try body { row in
      builder.append(row)
      count += 1
      if builder.count == Self.chunkCount { chunks.append(builder.finish()) }
    }
    if builder.count > 0 { chunks.append(builder.finish()) }
    self.chunks = chunks
    endIndex = count
  }

  public var startIndex: Int { 0 }

  /// A row, unpacked anew at each access.
  public subscript(index: Int) -> TodoRow {
    chunks[index / Self.chunkCount][index % Self.chunkCount]
  }
}

extension TodoRowList: Hashable {
  public static func == (a: TodoRowList, b: TodoRowList) -> Bool { a.elementsEqual(b) }

  public func hash(into hasher: inout Hasher) {
    for row in self { hasher.combine(row) }
  }
}

extension TodoRowList: ExpressibleByArrayLiteral {
  public init(arrayLiteral rows: TodoRow...) { self.init(rows) }
}
