/// One message of the Listen stream
/// (https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenresponse).
struct FirestoreListenAnswer: Decodable, Sendable {
  let targetChange: TargetChange?
  let documentChange: DocumentChange?
  /// The document was deleted.
  let documentDelete: DocumentRemoval?
  /// The document no longer matches the query.
  let documentRemove: DocumentRemoval?
  /// Replaces a message when the whole stream failed.
  let error: FirestoreErrorBody.Status?

  struct TargetChange: Decodable, Sendable {
    /// If absent, only the time and the token changed.
    let targetChangeType: String?
    /// Absent or empty means all targets.
    let targetIds: [Int]?
    let cause: Cause?
    let resumeToken: String?
  }

  /// Why the server stopped serving a target (https://cloud.google.com/apis/design/errors#error_model).
  struct Cause: Decodable, Sendable {
    let code: Int?
    let message: String?
  }

  struct DocumentChange: Decodable, Sendable {
    let document: Document
    /// The targets that match it; absent or empty means possibly all.
    let targetIds: [Int]?
    /// The targets that no longer match it.
    let removedTargetIds: [Int]?
  }

  struct Document: Decodable, Sendable {
    let name: String
    let updateTime: String
  }

  struct DocumentRemoval: Decodable, Sendable {
    let document: String
    /// The targets that no longer match it; absent or empty means possibly all.
    let removedTargetIds: [Int]?
  }
}
