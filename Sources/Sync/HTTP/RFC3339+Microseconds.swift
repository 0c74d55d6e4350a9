import Basics

extension RFC3339 {
  /// Microseconds since 1970 of a time that ``parse(_:)`` reads; further digits are cut off. Firestore
  /// keeps times to the microsecond
  /// (https://firebase.google.com/docs/firestore/manage-data/data-types).
  static func microseconds(_ text: String) -> Int64? {
    guard let moment = parse(text) else { return nil }
    let fraction = text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()
      .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let beyond = fraction.dropFirst(3).prefix(3).map { Int64($0 - UInt8(ascii: "0")) }
    let padded = beyond + Array(repeating: 0, count: 3 - beyond.count)
    return moment.milliseconds * 1000 + padded.reduce(0) { $0 * 10 + $1 }
  }
}
