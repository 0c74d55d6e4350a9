import Core
import Sync
import Toolkit

/// Rows in order, kept in chunks: copying and changing 100 000 rows costs a few hundred.
///
/// A page is rendered as a value, so there are always two copies of it, the presenter's and the one on
/// screen. With one array every change would copy every row.
struct SortedRows: Sendable {
  private static let chunkLimit = 512

  private var chunks: [[TodoRow]] = []
  /// The index of each chunk's first row.
  private var starts: [Int] = []
  private(set) var count = 0

  init() {}

  /// - Parameter rows: already in order.
  init(sorted rows: [TodoRow]) {
    let size = Self.chunkLimit / 2
    for start in stride(from: 0, to: rows.count, by: size) {
      chunks.append(Array(rows[start..<min(start + size, rows.count)]))
    }
    renumber(from: 0)
  }

  var last: TodoRow? { chunks.last?.last }

  /// - Parameter index: 0..<count.
  subscript(index: Int) -> TodoRow {
    let chunk = chunk(at: index)
    return chunks[chunk][index - starts[chunk]]
  }

  /// Puts a row in its place.
  /// - Returns: where it stands now.
  mutating func insert(_ row: TodoRow) -> Int {
    guard !chunks.isEmpty else {
      chunks = [[row]]
      renumber(from: 0)
      return 0
    }
    let (chunk, offset) = place(of: row)
    let index = starts[chunk] + offset
    chunks[chunk].insert(row, at: offset)
    if chunks[chunk].count > Self.chunkLimit {
      let half = chunks[chunk].count / 2
      let tail = Array(chunks[chunk][half...])
      chunks[chunk].removeSubrange(half...)
      chunks.insert(tail, at: chunk + 1)
    }
    renumber(from: chunk)
    return index
  }

  /// Takes out the row with the same place and id.
  /// - Returns: where it stood; nil if it is not there.
  mutating func remove(_ row: TodoRow) -> Int? {
    guard let (chunk, offset) = find(row) else { return nil }
    let index = starts[chunk] + offset
    chunks[chunk].remove(at: offset)
    if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
    renumber(from: chunk)
    return index
  }

  /// Gives the row with the same place and id its new value.
  /// - Returns: where it stands; nil if it is not there.
  mutating func replace(_ row: TodoRow) -> Int? {
    guard let (chunk, offset) = find(row) else { return nil }
    chunks[chunk][offset] = row
    return starts[chunk] + offset
  }

  /// Where the row with the same place and id stands; nil if it is not there.
  func index(of row: TodoRow) -> Int? {
    find(row).map { starts[$0.chunk] + $0.offset }
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
      !chunks[$0][chunks[$0].count - 1].precedes(row)
    }
    let chunk = min(after, chunks.count - 1)
    let offset = Self.firstIndex(in: 0..<chunks[chunk].count) { !chunks[chunk][$0].precedes(row) }
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
