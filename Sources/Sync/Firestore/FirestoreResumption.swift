import Core
import Synchronization

/// What a live connection leaves behind for the next one, so that the server need not tell again what
/// it has told.
final class FirestoreResumption: Sendable {
  /// A query that was listened to, and how far the server has told it. A token is good only for the
  /// query it was given for.
  struct Point: Hashable, Sendable {
    /// From when on the query asks for changes.
    let start: Timestamp
    let token: String
  }

  /// After half an hour the server counts a resumed query as a new one
  /// (https://firebase.google.com/docs/firestore/pricing#listens), so a narrower one is better.
  static let longest = Duration.seconds(30 * 60)

  private struct Place: Hashable {
    let kind: RecordKind
    /// Nil for what is the user's own.
    let share: Account.Share?
  }

  private let points = Mutex<[Place: Point]>([:])

  /// Where to go on.
  /// - Parameter start: from when on a new query would ask.
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

  /// Forgets a list of another person.
  func forget(_ share: Account.Share) {
    points.withLock { points in points = points.filter { $0.key.share != share } }
  }

  /// Forgets everything: the server does not want a token, or refused a query.
  func forget() {
    points.withLock { $0 = [:] }
  }
}
