import Core
import Sync
import Toolkit

/// Rows in order, kept in chunks: to copy 100 000 rows and change one of them, only a few hundred elements are copied.
///
/// A page is rendered as a value, so there are always two copies of it: the presenter's and the one on screen. With a
/// single array, every change would copy every row. A chunk stays packed until one of its rows changes.
struct SortedRows: Sendable {
  private static let chunkLimit = 512

  fileprivate enum Chunk {
    case packed(PackedRows)
    case plain([TodoRow])
  }

  private var chunks: [Chunk] = []
  /// The index of each chunk's first row.
  private var starts: [Int] = []
  private(set) var count = 0

  init() {}

  /// - Parameter rows: already in order.
  init(sorted rows: TodoRowList) {
    for chunk in rows.chunks { append(chunk) }
  }

  /// Appends rows.
  /// - Parameter chunk: at least one row, in order.
  mutating func append(_ chunk: PackedRows) {
    chunks.append(.packed(chunk))
    starts.append(count)
    count += chunk.count
  }

  var last: TodoRow? { count == 0 ? nil : self[count - 1] }

  /// - Parameter index: 0..<count.
  subscript(index: Int) -> TodoRow {
    let chunk = chunk(at: index)
    return chunks[chunk][index - starts[chunk]]
  }

  /// Inserts a row where the order puts it.
  /// - Parameter outline: defines the order.
  /// - Returns: its index.
  @discardableResult
  mutating func insert(_ row: TodoRow, by outline: Outline = Outline()) -> Int {
    insert([row], by: outline)
  }

  /// Inserts a row where the order puts it, and its descendants right behind.
  /// - Parameter block: at least one row.
  /// - Returns: the index of the first row.
  mutating func insert(_ block: [TodoRow], by outline: Outline) -> Int {
    let (chunk, offset) = chunks.isEmpty ? (0, 0) : place(of: block[0], by: outline)
    let index = chunks.isEmpty ? 0 : starts[chunk] + offset
    insert(block, chunk, offset)
    return index
  }

  /// Inserts rows at a known index.
  /// - Parameter index: 0...count.
  mutating func insert(_ block: [TodoRow], at index: Int) {
    guard index < count else {
      return insert(block, max(chunks.count - 1, 0), chunks.last?.count ?? 0)
    }
    let chunk = chunk(at: index)
    insert(block, chunk, index - starts[chunk])
  }

  private mutating func insert(_ block: [TodoRow], _ chunk: Int, _ offset: Int) {
    if chunks.isEmpty { chunks = [.plain([])] }
    // Rows at the end start a new chunk if the last one would have to be unpacked or copied.
    if chunk == chunks.count - 1, offset == chunks[chunk].count, block.count <= Self.chunkLimit,
      chunks[chunk].isClosed
    {
      chunks.append(.plain(block))
      return renumber(from: chunk + 1)
    }
    var rows = take(chunk)
    rows.insert(contentsOf: block, at: offset)
    if rows.count > Self.chunkLimit {
      // Too many rows for one chunk are split evenly.
      let size = (rows.count + 1) / (rows.count / Self.chunkLimit + 1)
      let parts = stride(from: 0, to: rows.count, by: size).map {
        SortedRows.Chunk.plain(Array(rows[$0..<min($0 + size, rows.count)]))
      }
      chunks.replaceSubrange(chunk...chunk, with: parts)
    } else {
      chunks[chunk] = .plain(rows)
    }
    renumber(from: chunk)
  }

  /// Removes the row with the same place and ID.
  /// - Returns: its index; nil if there is no such row.
  mutating func remove(_ row: TodoRow, by outline: Outline = Outline()) -> Int? {
    guard let index = index(of: row, by: outline) else { return nil }
    remove(at: index..<index + 1)
    return index
  }

  /// Removes rows.
  /// - Parameter range: not empty, within 0..<count.
  mutating func remove(at range: Range<Int>) {
    let first = chunk(at: range.lowerBound)
    var chunk = first
    var offset = range.lowerBound - starts[chunk]
    var rest = range.count
    while rest > 0 {
      var rows = take(chunk)
      let end = min(offset + rest, rows.count)
      rest -= end - offset
      rows.removeSubrange(offset..<end)
      if rows.isEmpty {
        chunks.remove(at: chunk)
      } else {
        chunks[chunk] = .plain(rows)
        chunk += 1
      }
      offset = 0
    }
    renumber(from: first)
  }

  /// Updates the row with the same place and ID.
  /// - Returns: its index; nil if there is no such row.
  @discardableResult
  mutating func replace(_ row: TodoRow, by outline: Outline = Outline()) -> Int? {
    guard let (chunk, offset) = find(row, by: outline) else { return nil }
    var rows = take(chunk)
    rows[offset] = row
    chunks[chunk] = .plain(rows)
    return starts[chunk] + offset
  }

  /// The index of the row with the same place and ID; nil if there is none.
  func index(of row: TodoRow, by outline: Outline = Outline()) -> Int? {
    find(row, by: outline).map { starts[$0.chunk] + $0.offset }
  }

  /// The index of a to-do's row, found by a linear search.
  func index(of id: TodoID) -> Int? {
    for (chunk, start) in zip(chunks, starts) {
      if let offset = chunk.firstIndex(of: id) { return start + offset }
    }
    return nil
  }

  /// Takes the rows out of a chunk so that they are uniquely referenced; the caller changes them and puts them back.
  private mutating func take(_ chunk: Int) -> [TodoRow] {
    switch chunks[chunk] {
    case .packed(let rows): return (0..<rows.count).map { rows[$0] }
    case .plain(let rows):
      chunks[chunk] = .plain([])
      return rows
    }
  }

  // MARK: Search

  private func find(_ row: TodoRow, by outline: Outline) -> (chunk: Int, offset: Int)? {
    guard !chunks.isEmpty else { return nil }
    let (chunk, offset) = place(of: row, by: outline)
    guard offset < chunks[chunk].count, chunks[chunk][offset].id == row.id else { return nil }
    return (chunk, offset)
  }

  /// The position of the first row that does not come before `row`. There must be at least one chunk.
  private func place(of row: TodoRow, by outline: Outline) -> (chunk: Int, offset: Int) {
    let after = Self.firstIndex(in: 0..<chunks.count) {
      !outline.precedes(chunks[$0][chunks[$0].count - 1], row)
    }
    let chunk = min(after, chunks.count - 1)
    let offset = Self.firstIndex(in: 0..<chunks[chunk].count) {
      !outline.precedes(chunks[chunk][$0], row)
    }
    return (chunk, offset)
  }

  private func chunk(at index: Int) -> Int {
    Self.firstIndex(in: 0..<starts.count) { starts[$0] > index } - 1
  }

  /// The first index at which a condition holds, by binary search: it must hold at all later indices too.
  private static func firstIndex(in range: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private mutating func renumber(from chunk: Int) {
    starts.removeSubrange(min(chunk, starts.count)...)
    var start = starts.last.map { $0 + chunks[starts.count - 1].count } ?? 0
    for next in starts.count..<chunks.count {
      starts.append(start)
      start += chunks[next].count
    }
    count = start
  }
}

extension SortedRows.Chunk {
  /// Whether rows at the end go to a new chunk.
  fileprivate var isClosed: Bool {
    switch self {
    case .packed: true
    case .plain(let rows): rows.count >= 64
    }
  }

  fileprivate var count: Int {
    switch self {
    case .packed(let rows): rows.count
    case .plain(let rows): rows.count
    }
  }

  /// - Parameter index: 0..<count.
  fileprivate subscript(index: Int) -> TodoRow {
    switch self {
    case .packed(let rows): rows[index]
    case .plain(let rows): rows[index]
    }
  }

  fileprivate func firstIndex(of id: TodoID) -> Int? {
    switch self {
    case .packed(let rows): rows.firstIndex(of: id)
    case .plain(let rows): rows.firstIndex { $0.id == id }
    }
  }
}
