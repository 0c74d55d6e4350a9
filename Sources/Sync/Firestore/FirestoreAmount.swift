import Core

/// How much was read of a listing, or of a round of changes, over all its pages. A server that always has one
/// more page would fill the disk; what was read up to the limit stays.
struct FirestoreAmount: Hashable, Sendable, Codable {
  var documents = 0
  /// Of the answers, as they came.
  var bytes = 0

  /// The most of what is the user's own.
  static let most = FirestoreAmount(documents: 250_000, bytes: 512 * 1024 * 1024)
  /// The most of one list of another person.
  static let mostOfShare = FirestoreAmount(documents: 50_000, bytes: 64 * 1024 * 1024)

  /// With one more page.
  /// - Throws: ``SyncError/protocolViolation(detail:)`` if that is more than the limit and not the end.
  func adding(_ page: FirestorePage, upTo most: FirestoreAmount) throws(SyncError)
    -> FirestoreAmount
  {
    let sum = FirestoreAmount(
      documents: documents + page.documents.count, bytes: bytes + page.bytes)
    guard page.isLast || sum.documents <= most.documents && sum.bytes <= most.bytes else {
      throw .protocolViolation(detail: "a listing without end")
    }
    return sum
  }
}
