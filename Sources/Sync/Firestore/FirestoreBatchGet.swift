import Core

/// The body of `:batchGet`.
struct FirestoreBatchGet: Encodable, Sendable {
  /// Names, not percent-encoded.
  let documents: [String]
}
