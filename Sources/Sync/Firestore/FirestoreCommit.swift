import Basics
import Core
import FoundationEssentials

/// The body of `:commit`
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit).
struct FirestoreCommit: Sendable {
  let writes: [Write]

  struct Write: Sendable {
    let update: Document
    /// If absent, the whole document is replaced.
    let updateMask: Mask?
    let updateTransforms: [Transform]
    /// If absent, any state is accepted.
    let currentDocument: Precondition?
  }

  struct Document: Sendable {
    let name: String
    let fields: NamedValues<FirestoreValue>
  }

  struct Mask: Sendable {
    let fieldPaths: [String]
  }

  struct Transform: Sendable {
    let fieldPath: String
    let setToServerValue: String
  }

  /// The state that the document must be in
  /// (https://firebase.google.com/docs/firestore/reference/rest/v1/Precondition).
  enum Precondition: Hashable, Sendable {
    case absent
    case updateTime(String)
  }

  /// The body as bytes.
  /// - Throws: ``SyncError/protocolViolation(detail:)`` for a value that JSON cannot hold.
  func json() throws(SyncError) -> Data {
    var writer = JSONWriter(capacity: writes.count * 1024)
    try writer.object { (writer) throws(SyncError) in
      writer.name("writes")
      try writer.array { (writer) throws(SyncError) in
        for write in writes { try write.write(to: &writer) }
      }
    }
    return Data(writer.bytes)
  }
}

extension FirestoreCommit.Write {
  fileprivate func write(to writer: inout JSONWriter) throws(SyncError) {
    try writer.object { (writer) throws(SyncError) in
      currentDocument?.write(to: &writer)
      writer.name("update")
      try update.write(to: &writer)
      if let updateMask {
        writer.name("updateMask")
        writer.object { writer in
          writer.name("fieldPaths")
          writer.array { writer in
            for path in updateMask.fieldPaths { writer.text(path) }
          }
        }
      }
      writer.name("updateTransforms")
      writer.array { writer in
        for transform in updateTransforms {
          writer.object { writer in
            writer.name("fieldPath")
            writer.text(transform.fieldPath)
            writer.name("setToServerValue")
            writer.text(transform.setToServerValue)
          }
        }
      }
    }
  }
}

extension FirestoreCommit.Precondition {
  /// Writes the member of a write that holds it.
  fileprivate func write(to writer: inout JSONWriter) {
    writer.name("currentDocument")
    writer.object { writer in
      switch self {
      case .absent:
        writer.name("exists")
        writer.bool(false)
      case .updateTime(let time):
        writer.name("updateTime")
        writer.text(time)
      }
    }
  }
}

extension FirestoreCommit.Document {
  fileprivate func write(to writer: inout JSONWriter) throws(SyncError) {
    try writer.object { (writer) throws(SyncError) in
      writer.name("name")
      writer.text(name)
      writer.name("fields")
      try writer.object { (writer) throws(SyncError) in
        for (name, value) in fields {
          writer.name(name)
          try value.write(to: &writer)
        }
      }
    }
  }
}

/// The answer to `:commit`.
struct FirestoreCommitAnswer: Sendable {
  /// When each document was changed, in the order of the writes; nil where the server does not say.
  private(set) var updateTimes: [String?] = []
  private(set) var commitTime: String?

  /// - Throws: ``SyncError/protocolViolation(detail:)``, which never quotes the answer.
  init(_ body: Data) throws(SyncError) {
    self = try FirestoreJSON.read(body) { (reader) throws(JSONReader.Failure) in
      try FirestoreCommitAnswer(&reader)
    }
  }

  private init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var hasResults = false
    try reader.object { (reader, member) throws(JSONReader.Failure) in
      switch member {
      case "writeResults":
        hasResults = true
        try reader.array { (reader) throws(JSONReader.Failure) in
          var time: String?
          try reader.member("updateTime") { (reader) throws(JSONReader.Failure) in
            time = try reader.null() ? nil : try reader.text()
          }
          updateTimes.append(time)
        }
      case "commitTime": commitTime = try reader.null() ? nil : try reader.text()
      default: try reader.skip()
      }
    }
    guard hasResults else { throw .unexpected }
  }
}
