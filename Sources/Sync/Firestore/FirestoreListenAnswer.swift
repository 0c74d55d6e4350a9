/// One message of the Listen stream
/// (https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenresponse).
struct FirestoreListenAnswer: Decodable, Sendable {
  let targetChange: TargetChange?
  let documentChange: DocumentChange?
  /// The document was deleted.
  let documentDelete: DocumentRemoval?
  /// The document is no longer one that the query finds.
  let documentRemove: DocumentRemoval?
  /// In place of a message, when the whole stream failed.
  let error: FirestoreErrorBody.Status?

  struct TargetChange: Decodable, Sendable {
    /// Absent: nothing changed but the time and the token.
    let targetChangeType: String?
    /// Absent or empty: all targets.
    let targetIds: [Int]?
    let cause: Cause?
    let resumeToken: String?
  }

  /// Why the server does not serve a target any more
  /// (https://cloud.google.com/apis/design/errors#error_model).
  struct Cause: Decodable, Sendable {
    let code: Int?
    let message: String?
  }

  struct DocumentChange: Decodable, Sendable {
    let document: Document
    /// The targets that find it; absent or empty: whichever it may concern.
    let targetIds: [Int]?
    /// The targets that do not find it any more.
    let removedTargetIds: [Int]?
  }

  struct Document: Decodable, Sendable {
    let name: String
    let updateTime: String
  }

  struct DocumentRemoval: Decodable, Sendable {
    let document: String
    /// The targets that do not find it any more; absent or empty: whichever it may concern.
    let removedTargetIds: [Int]?
  }
}
