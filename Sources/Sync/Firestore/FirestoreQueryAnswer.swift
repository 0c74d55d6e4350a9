/// One element of the array that `:runQuery` streams. Most contain a document; one without reports progress
/// or, with only `readTime`, that nothing was found.
struct FirestoreQueryAnswer: Decodable, Sendable {
  let document: FirestoreDocument?
  let readTime: String?
  /// Replaces further results if the query failed after the answer had begun.
  let error: FirestoreErrorBody.Status?
}
