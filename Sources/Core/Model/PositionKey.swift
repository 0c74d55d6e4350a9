import Basics

/// Sort keys of records: text whose byte order is the order on screen.
///
/// The key of a new record is its time of creation in eight base-62 digits, so that appending needs no
/// neighbour, and records that two devices add offline interleave by age. Longer keys sort between two of
/// these, which leaves room for moving by hand.
public enum PositionKey {
  static let width = 8
  /// The longest key that servers accept, in Unicode scalars.
  static let longest = 1_500
  /// The longest key that is created, in bytes, unless a longer one is unavoidable.
  static let longestMade = 64
  /// 62⁸ − 1 milliseconds, in the year 8888.
  private static let highest: UInt64 = 218_340_105_584_895
  private static let digits = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// The key of a record made at a moment.
  public static func initial(at moment: Timestamp) -> String {
    encode(UInt64(max(moment.milliseconds, 0)))
  }

  /// The time of creation in the first digits of a key, see ``initial(at:)``; nil for a key of another format.
  package static func moment(of key: String) -> Timestamp? {
    decode(key.utf8.prefix(width)).map { Timestamp(milliseconds: Int64($0)) }
  }

  /// The key of a record created now that must sort after `last`, whatever the clock says.
  public static func next(after last: String?, at moment: Timestamp) -> String {
    let byClock = initial(at: moment)
    guard let last, !last.precedesExactly(byClock) else { return byClock }
    if let number = decode(last.utf8.prefix(width)) {
      let following = encode(number + 1)
      if last.precedesExactly(following) { return following }
    }
    // The first key after one of another format appends eight digits. Later keys increment these digits, so keys do not
    // grow.
    if let number = decode(last.utf8.suffix(width)), number < highest {
      return String(decoding: last.utf8.dropLast(width), as: UTF8.self) + encode(number + 1)
    }
    return last + byClock
  }

  /// The key of a list that is put behind others, which are in their order. Lists with very long keys are passed over
  /// instead of moved: their keys may be another person's.
  static func next(behind lists: some BidirectionalCollection<TodoList>, at moment: Timestamp)
    -> String
  {
    next(after: lists.last { hasRoom(after: $0.position) }?.position, at: moment)
  }

  /// The same as ``next(after:at:)``; nil if only a long key sorts after `last`, so that others have to make room.
  package static func shortNext(after last: String?, at moment: Timestamp) -> String? {
    if let last, !hasRoom(after: last) { return nil }
    return next(after: last, at: moment)
  }

  /// Whether more records can be appended after this key without long keys.
  static func hasRoom(after key: String) -> Bool {
    next(after: key, at: Timestamp(milliseconds: 0)).utf8.count <= longestMade
  }

  private static func encode(_ number: UInt64) -> String {
    var rest = min(number, highest)
    var reversed: [Character] = []
    for _ in 0..<width {
      reversed.append(digits[Int(rest % 62)])
      rest /= 62
    }
    return String(reversed.reversed())
  }

  private static func decode(_ text: String.UTF8View.SubSequence) -> UInt64? {
    guard text.count == width else { return nil }
    return text.reduce(UInt64(0) as UInt64?) { sum, digit in
      guard let sum, let value = digits.firstIndex(of: Character(Unicode.Scalar(digit))) else {
        return nil
      }
      return sum * 62 + UInt64(value)
    }
  }
}
