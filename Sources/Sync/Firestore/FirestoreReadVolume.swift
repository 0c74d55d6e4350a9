import Core

/// How much was read of a listing, or of a round of changes, over all its pages. A server that always has one
/// more page would otherwise fill the disk. What was read up to the limit is kept.
struct FirestoreReadVolume: Hashable, Sendable, Codable {
  var documents = 0
  /// The size of the answers as received.
  var bytes = 0

  /// The limit for the user's own records.
  static let limit = FirestoreReadVolume(documents: 250_000, bytes: 512 * 1024 * 1024)
  /// The limit for one list of another person.
  static let shareLimit = FirestoreReadVolume(documents: 50_000, bytes: 64 * 1024 * 1024)
  /// The limit for what strangers write.
  static let unlimited = FirestoreReadVolume(documents: .max, bytes: .max)

  /// The amount including one more page.
  /// - Throws: ``SyncError/protocolViolation(detail:)`` if that is more than the limit and not the end.
  func adding(_ page: FirestorePage, upTo limit: FirestoreReadVolume) throws(SyncError)
    -> FirestoreReadVolume
  {
    let sum = FirestoreReadVolume(
      documents: documents + page.documents.count, bytes: bytes + page.bytes)
    guard page.isLast || sum.documents <= limit.documents && sum.bytes <= limit.bytes else {
      throw .protocolViolation(detail: "a listing without end")
    }
    return sum
  }
}
