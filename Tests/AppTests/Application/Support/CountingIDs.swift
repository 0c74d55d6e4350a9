import Synchronization

/// Identifiers "id-0001", "id-0002" … in the order in which they are asked for.
final class CountingIDs: Sendable {
  private let last = Mutex(0)

  func next() -> String {
    let number = last.withLock { last in
      last += 1
      return last
    }
    let digits = String(number)
    return "id-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
