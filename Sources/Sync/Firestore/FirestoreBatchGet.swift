import Core

/// The body of `:batchGet`.
struct FirestoreBatchGet: Encodable, Sendable {
  /// Names, not percent-encoded.
  let documents: [String]
}

/// One element of the array that `:batchGet` streams.
struct FirestoreBatchGetAnswer: Decodable, Sendable {
  let found: FirestoreDocument?
  /// The name of a document that does not exist.
  let missing: String?
  /// When the server looked for the document.
  let readTime: String?
  /// Replaces further results if reading failed after the answer had begun.
  let error: FirestoreErrorBody.Status?
}
