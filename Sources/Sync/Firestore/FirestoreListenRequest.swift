/// Asks for the changes of one query
/// (https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenrequest).
struct FirestoreListenRequest: Encodable, Hashable, Sendable {
  let database: String
  let addTarget: Target

  struct Target: Encodable, Hashable, Sendable {
    let targetId: Int
    let query: Query
    let resumeToken: String?
  }

  struct Query: Encodable, Hashable, Sendable {
    /// The name of the document whose collection is queried.
    let parent: String
    let structuredQuery: FirestoreQuery.Structure
  }
}
