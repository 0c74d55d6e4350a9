import Core

/// One document as the REST API returns it
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents).
struct FirestoreDocument: Hashable, Sendable {
  /// `projects/{project}/databases/{database}/documents/{path}`, not percent-encoded.
  let name: String
  /// Empty in a document without fields.
  let fields: [String: FirestoreValue]
  let createTime: String
  let updateTime: String
  /// The field `updatedAt` exactly as the server wrote it, for use in a cursor; nil if it is not a time.
  let changedAt: String?
}

extension FirestoreDocument: Decodable {
  private enum CodingKeys: String, CodingKey {
    case name, fields, createTime, updateTime
  }

  private struct Times: Decodable {
    struct Time: Decodable {
      let timestampValue: String?
    }

    let updatedAt: Time?
  }

  /// An unreadable value gets a type that no record uses, so that other fields and documents can still be
  /// read.
  private struct Field: Decodable {
    let value: FirestoreValue

    init(from decoder: any Decoder) {
      value = (try? FirestoreValue(from: decoder)) ?? .other(kind: "malformed")
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    createTime = try container.decode(String.self, forKey: .createTime)
    updateTime = try container.decode(String.self, forKey: .updateTime)
    let fields = try container.decodeIfPresent([String: Field].self, forKey: .fields) ?? [:]
    self.fields = fields.mapValues(\.value)
    guard case .timestamp? = self.fields["updatedAt"] else {
      changedAt = nil
      return
    }
    changedAt = try container.decode(Times.self, forKey: .fields).updatedAt?.timestampValue
  }
}
