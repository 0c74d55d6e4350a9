import Core

/// The order by hand, which programs write as X-APPLE-SORT-ORDER: the seconds from 2001-01-01 00:00 UTC. Without it that
/// is CREATED.
enum CalendarOrder {
  static let property = "X-APPLE-SORT-ORDER"

  /// The sort key of a to-do; nil if nothing tells it.
  static func position(of todo: CalendarComponent) -> String? {
    let written = todo.value(property).flatMap { Int64($0) }
    let own = todo.ownText(OwnProperty.position)
    guard let order = written ?? created(todo) else { return own }
    if let own, number(of: own) == order || (number(of: own) == nil && written == nil) {
      return own
    }
    return key(order)
  }

  /// Writes a sort key; X-APPLE-SORT-ORDER only where it says more than CREATED.
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

  private static func key(_ order: Int64) -> String {
    let limit: Int64 = 1 << 40
    let seconds = min(max(order, -limit), limit) + epoch
    return PositionKey.initial(at: Timestamp(milliseconds: seconds * 1000))
  }

  private static func number(of key: String) -> Int64? {
    PositionKey.moment(of: key).map { $0.wholeSeconds - epoch }
  }

  /// 2001-01-01 in seconds since 1970.
  private static let epoch: Int64 = 978_307_200
}
