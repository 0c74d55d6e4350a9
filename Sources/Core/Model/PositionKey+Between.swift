import Basics

extension PositionKey {
  /// A key between two others.
  /// - Parameters:
  ///   - lower: nil for the beginning.
  ///   - upper: nil for the end; must sort after `lower`.
  /// - Returns: nil if there is no room, or a key is of another format.
  package static func between(_ lower: String?, _ upper: String?) -> String? {
    guard let low = values(lower ?? ""), let high = upper.map(values) ?? .some([]) else {
      return nil
    }
    if let lower, let upper, !lower.precedesExactly(upper) { return nil }
    var key: [Int] = []
    var isBelowUpper = upper == nil
    for index in 0..<longestMade {
      let bottom = index < low.count ? low[index] : 0
      let top = isBelowUpper ? digitCount : index < high.count ? high[index] : 0
      // The upper key is the lower one followed by zeros: no key sorts between them.
      if !isBelowUpper, index >= high.count { return nil }
      if top - bottom > 1 {
        key.append((bottom + top) / 2)
        return text(key)
      }
      key.append(bottom)
      if bottom < top { isBelowUpper = true }
    }
    return nil
  }

  private static let digitCount = 62

  /// Nil if a byte is no digit.
  private static func values(_ key: String) -> [Int]? {
    var values: [Int] = []
    for byte in key.utf8 {
      guard let value = value(of: byte) else { return nil }
      values.append(value)
    }
    return values
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 48...57: Int(byte) - 48
    case 65...90: Int(byte) - 55
    case 97...122: Int(byte) - 61
    default: nil
    }
  }

  private static func text(_ values: [Int]) -> String {
    String(
      decoding: values.map { UInt8($0 < 10 ? $0 + 48 : $0 < 36 ? $0 + 55 : $0 + 61) },
      as: UTF8.self)
  }
}
