import Core

/// One element of the array that `:batchGet` streams.
struct FirestoreBatchGetAnswer: Decodable, Sendable {
  let found: FirestoreDocument?
  /// The name of a document that does not exist.
  let missing: String?
  /// When the document was looked for.
  let readTime: String?
  /// In place of further results, when reading failed after the answer had begun.
  let error: FirestoreErrorBody.Status?
}
