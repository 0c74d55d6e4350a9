import Basics

extension PackedRows {
  /// Packs rows one after the other.
  public struct Builder {
    var entries: [Entry] = []
    var bytes: [UInt8] = []
    var lists: [ListID] = []
    var assignees: [Assignee] = []

    public init() {}

    /// How many have been packed since the last ``finish()``.
    public var count: Int { entries.count }

    public mutating func append(_ row: TodoRow) {
      let start = UInt32(bytes.count)
      let idFlags = PackedRows.append(row.id, to: &bytes)
      let idEnd = UInt32(bytes.count)
      bytes += row.position.utf8
      let positionEnd = UInt32(bytes.count)
      bytes += row.content.utf8
      let contentEnd = UInt32(bytes.count)
      PackedDetails.append(row, to: &bytes)
      let detailFlags: Flags = bytes.count == Int(contentEnd) ? [] : .details
      entries.append(
        Entry(
          start: start, idEnd: idEnd, positionEnd: positionEnd, contentEnd: contentEnd,
          due: (row.due?.day).map { UInt32($0.year << 9 | $0.month << 5 | $0.day) } ?? 0,
          created: Self.halves(row.createdAt),
          list: UInt16(Self.index(of: row.listID, in: &lists)),
          assignee: row.assignee.map { UInt16(Self.index(of: $0, in: &assignees) + 1) } ?? 0,
          flags: Self.flags(of: row).union(idFlags).union(detailFlags),
          priority: UInt8(row.priority.rawValue), mark: row.mark))
    }

    /// Copies a packed row.
    /// - Parameter index: 0..<`rows.count`.
    public mutating func append(_ rows: PackedRows, at index: Int) {
      let entry = rows.entries[index]
      let start = UInt32(bytes.count)
      bytes += rows.bytes[Int(entry.start)..<rows.end(of: index)]
      entries.append(
        Entry(
          start: start, idEnd: start + entry.idEnd - entry.start,
          positionEnd: start + entry.positionEnd - entry.start,
          contentEnd: start + entry.contentEnd - entry.start, due: entry.due,
          created: entry.created,
          list: UInt16(Self.index(of: rows.lists[Int(entry.list)], in: &lists)),
          assignee: entry.assignee == 0
            ? 0
            : UInt16(
              Self.index(of: rows.assignees[Int(entry.assignee) - 1], in: &assignees) + 1),
          flags: entry.flags, priority: entry.priority, mark: entry.mark))
    }

    /// Returns the rows packed so far, and starts again without any.
    public mutating func finish() -> PackedRows {
      let rows = PackedRows(self)
      entries.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      lists.removeAll(keepingCapacity: true)
      assignees.removeAll(keepingCapacity: true)
      return rows
    }

    private static func halves(_ moment: Timestamp) -> (high: UInt32, low: UInt32) {
      (
        UInt32(truncatingIfNeeded: moment.milliseconds >> 32),
        UInt32(truncatingIfNeeded: moment.milliseconds)
      )
    }

    private static func flags(of row: TodoRow) -> Flags {
      var flags: Flags = []
      if row.isDone { flags.insert(.done) }
      if row.isCancelled { flags.insert(.cancelled) }
      if row.hasReminder { flags.insert(.reminder) }
      if row.hasRecurrence { flags.insert(.recurrence) }
      if row.hasNotes { flags.insert(.notes) }
      return flags
    }

    /// The index of a value in a short list; a missing value is appended.
    private static func index<Value: Equatable>(of value: Value, in list: inout [Value]) -> Int {
      if let last = list.last, last == value { return list.count - 1 }
      if let index = list.firstIndex(of: value) { return index }
      list.append(value)
      return list.count - 1
    }
  }
}
