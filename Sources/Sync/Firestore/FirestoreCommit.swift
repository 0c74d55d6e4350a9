/// The body of `:commit` with one write
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit).
struct FirestoreCommit: Encodable, Sendable {
  let writes: [Write]

  struct Write: Encodable, Sendable {
    let update: Document
    /// Absent: the document is replaced as a whole.
    let updateMask: Mask?
    let updateTransforms: [Transform]
    let currentDocument: Precondition?
  }

  struct Document: Encodable, Sendable {
    let name: String
    let fields: [String: FirestoreValue]
  }

  struct Mask: Encodable, Sendable {
    let fieldPaths: [String]
  }

  struct Transform: Encodable, Sendable {
    let fieldPath: String
    let setToServerValue: String
  }

  struct Precondition: Encodable, Sendable {
    let updateTime: String
  }
}
