import Core
import Sync
import Toolkit

/// Rows in order, kept in chunks: copying and changing 100 000 rows costs a few hundred.
///
/// A page is rendered as a value, so there are always two copies of it, the presenter's and the one on
/// screen. With one array every change would copy every row. Chunks are packed until one of their rows changes.
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
  let order: TodoRow.Order

  init(order: TodoRow.Order = .position) { self.order = order }

  /// - Parameter rows: already in order.
  init(sorted rows: [TodoRow], order: TodoRow.Order = .position) {
    self.order = order
    let size = Self.chunkLimit / 2
    for start in stride(from: 0, to: rows.count, by: size) {
      chunks.append(.packed(PackedRows(rows[start..<min(start + size, rows.count)])))
    }
    renumber(from: 0)
  }

  var last: TodoRow? { count == 0 ? nil : self[count - 1] }

  /// - Parameter index: 0..<count.
  subscript(index: Int) -> TodoRow {
    let chunk = chunk(at: index)
    return chunks[chunk][index - starts[chunk]]
  }

  /// Puts a row in its place.
  /// - Returns: where it stands now.
  mutating func insert(_ row: TodoRow) -> Int {
    guard !chunks.isEmpty else {
      chunks = [.plain([row])]
      renumber(from: 0)
      return 0
    }
    let (chunk, offset) = place(of: row)
    let index = starts[chunk] + offset
    var rows = take(chunk)
    rows.insert(row, at: offset)
    if rows.count > Self.chunkLimit {
      let half = rows.count / 2
      chunks.insert(.plain(Array(rows[half...])), at: chunk + 1)
      rows.removeSubrange(half...)
    }
    chunks[chunk] = .plain(rows)
    renumber(from: chunk)
    return index
  }

  /// Takes out the row with the same place and id.
  /// - Returns: where it stood; nil if it is not there.
  mutating func remove(_ row: TodoRow) -> Int? {
    guard let (chunk, offset) = find(row) else { return nil }
    let index = starts[chunk] + offset
    var rows = take(chunk)
    rows.remove(at: offset)
    chunks[chunk] = .plain(rows)
    if rows.isEmpty { chunks.remove(at: chunk) }
    renumber(from: chunk)
    return index
  }

  /// Gives the row with the same place and id its new value.
  /// - Returns: where it stands; nil if it is not there.
  mutating func replace(_ row: TodoRow) -> Int? {
    guard let (chunk, offset) = find(row) else { return nil }
    var rows = take(chunk)
    rows[offset] = row
    chunks[chunk] = .plain(rows)
    return starts[chunk] + offset
  }

  /// Where the row with the same place and id stands; nil if it is not there.
  func index(of row: TodoRow) -> Int? {
    find(row).map { starts[$0.chunk] + $0.offset }
  }

  /// Where the row of a to-do stands; looks at every row.
  func index(of id: TodoID) -> Int? {
    for (chunk, start) in zip(chunks, starts) {
      if let offset = chunk.firstIndex(of: id) { return start + offset }
    }
    return nil
  }

  /// The rows of a chunk, to be changed and put back: nobody else holds them meanwhile.
  private mutating func take(_ chunk: Int) -> [TodoRow] {
    switch chunks[chunk] {
    case .packed(let rows): return (0..<rows.count).map { rows[$0] }
    case .plain(let rows):
      chunks[chunk] = .plain([])
      return rows
    }
  }

  // MARK: Places

  private func find(_ row: TodoRow) -> (chunk: Int, offset: Int)? {
    guard !chunks.isEmpty else { return nil }
    let (chunk, offset) = place(of: row)
    guard offset < chunks[chunk].count, chunks[chunk][offset].id == row.id else { return nil }
    return (chunk, offset)
  }

  /// The first place whose row does not stand before `row`; at least one chunk is there.
  private func place(of row: TodoRow) -> (chunk: Int, offset: Int) {
    let after = Self.firstIndex(in: 0..<chunks.count) {
      !chunks[$0][chunks[$0].count - 1].precedes(row, by: order)
    }
    let chunk = min(after, chunks.count - 1)
    let offset = Self.firstIndex(in: 0..<chunks[chunk].count) {
      !chunks[chunk][$0].precedes(row, by: order)
    }
    return (chunk, offset)
  }

  private func chunk(at index: Int) -> Int {
    Self.firstIndex(in: 0..<starts.count) { starts[$0] > index } - 1
  }

  /// The first index at which a condition holds that then holds for all later ones.
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
