/// One document as the REST API tells it
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents).
struct FirestoreDocument: Decodable, Hashable, Sendable {
  /// `projects/{project}/databases/{database}/documents/{path}`, not percent-encoded.
  let name: String
  /// Absent in a document without fields.
  let fields: [String: FirestoreValue]?
  let createTime: String
  let updateTime: String
}
