import Core
import Synchronization

/// What the next live connection needs to resume where the last one ended.
final class FirestoreResumption: Sendable {
  /// A query of a live connection, and its resume token, which is valid only for that query.
  struct Point: Hashable, Sendable {
    /// The time from which the query asks for changes.
    let start: Timestamp
    let token: String
  }

  /// After half an hour the server bills a resumed query like a new one
  /// (https://firebase.google.com/docs/firestore/pricing#listens), so a narrower new one is better.
  static let longest = Duration.seconds(30 * 60)

  private struct Place: Hashable {
    let kind: RecordKind
    /// Nil for the user's own account.
    let share: Account.Share?
  }

  private let points = Mutex<[Place: Point]>([:])

  /// Where to resume.
  /// - Parameter start: the time from which a new query would ask.
  /// - Returns: nil if a new query is better.
  func point(of kind: RecordKind, in share: Account.Share?, for start: Timestamp) -> Point? {
    points.withLock { points in
      guard let point = points[Place(kind: kind, share: share)], point.start <= start,
        start <= point.start.adding(Self.longest)
      else { return nil }
      return point
    }
  }

  func keep(_ point: Point, of kind: RecordKind, in share: Account.Share?) {
    points.withLock { $0[Place(kind: kind, share: share)] = point }
  }

  /// Forgets a shared list.
  func forget(_ share: Account.Share) {
    points.withLock { points in points = points.filter { $0.key.share != share } }
  }

  /// Forgets everything: the server rejected a token or refused a query.
  func forget() {
    points.withLock { $0 = [:] }
  }
}
