import Core

/// The manual order, which programs write as X-APPLE-SORT-ORDER: seconds since 2001-01-01 00:00 UTC. Without that
/// property, CREATED takes its place. Without CREATED, it is a moment on 2001-01-01 that follows from the UID: nothing
/// else stays the same in every edit and is known to every device.
enum CalendarOrder {
  static let property = "X-APPLE-SORT-ORDER"

  /// The sort key of a to-do.
  static func position(of todo: CalendarComponent, uid: String) -> String {
    let written = todo.value(property).flatMap { Int64($0) }
    let own = todo.ownText(OwnProperty.position)
    guard let order = written ?? created(todo) else { return own ?? position(of: uid) }
    if let own, number(of: own) == order || (number(of: own) == nil && written == nil) {
      return own
    }
    return key(order)
  }

  private static func position(of uid: String) -> String {
    let day: UInt64 = 86_400_000
    let hash = UInt64(StableHash.hex(Array(uid.utf8)), radix: 16) ?? 0
    return key(0, milliseconds: Int64(hash % day))
  }

  /// Writes a sort key. X-APPLE-SORT-ORDER is written only if it differs from CREATED.
  static func write(_ position: String, to todo: inout CalendarComponent) {
    let order = number(of: position)
    let isSaid = order == nil || order == created(todo)
    todo.set(property, isSaid ? nil : ContentLine(property, [], String(order ?? 0)))
    let isExact = order.map { key($0).utf8.elementsEqual(position.utf8) } ?? false
    todo.set(
      OwnProperty.position,
      isExact ? nil : ContentLine(OwnProperty.position, [], CalendarText.escaped(position)))
  }

  private static func created(_ todo: CalendarComponent) -> Int64? {
    todo.moment("CREATED").map { $0.wholeSeconds - epoch }
  }

  /// The sort key of a moment in seconds from 2001-01-01 00:00 UTC.
  static func key(_ order: Int64, milliseconds: Int64 = 0) -> String {
    let limit: Int64 = 1 << 40
    let seconds = min(max(order, -limit), limit) + epoch
    return PositionKey.initial(at: Timestamp(milliseconds: seconds * 1000 + milliseconds))
  }

  /// The reverse of ``key(_:)``, rounded down; nil for a key of another format.
  static func number(of key: String) -> Int64? {
    // A to-do that was moved between two others can have a short key, which sorts before all keys that begin with it.
    let missing = max(0, 8 - key.utf8.count)
    return PositionKey.moment(of: key + String(repeating: "0", count: missing))
      .map { $0.wholeSeconds - epoch }
  }

  /// 2001-01-01 in seconds since 1970.
  private static let epoch: Int64 = 978_307_200
}
