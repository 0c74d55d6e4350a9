import Basics
import Core

/// The body of `:commit`
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit).
struct FirestoreCommit: Encodable, Sendable {
  let writes: [Write]

  struct Write: Encodable, Sendable {
    let update: Document
    /// If absent, the whole document is replaced.
    let updateMask: Mask?
    let updateTransforms: [Transform]
    /// If absent, any state is accepted.
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

  /// The state that the document must be in
  /// (https://firebase.google.com/docs/firestore/reference/rest/v1/Precondition).
  enum Precondition: Encodable, Hashable, Sendable {
    case absent
    case updateTime(String)

    private enum CodingKeys: String, CodingKey {
      case exists
      case updateTime
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .absent: try container.encode(false, forKey: .exists)
      case .updateTime(let time): try container.encode(time, forKey: .updateTime)
      }
    }
  }
}

/// The answer to `:commit`.
struct FirestoreCommitAnswer: Decodable, Sendable {
  let writeResults: [WriteResult]
  let commitTime: String?

  struct WriteResult: Decodable, Sendable {
    let updateTime: String?
  }
}
