/// One element of the array that `:runQuery` streams. Most hold a document; one without tells the
/// progress or, with `readTime` alone, that nothing was found.
struct FirestoreQueryAnswer: Decodable, Sendable {
  let document: FirestoreDocument?
  let readTime: String?
  /// In place of further results, when the query failed after it had begun to answer.
  let error: FirestoreErrorBody.Status?
}
