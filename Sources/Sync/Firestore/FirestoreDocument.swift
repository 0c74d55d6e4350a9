import Core

/// One document as the REST API returns it
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents).
struct FirestoreDocument: Hashable, Sendable {
  /// `projects/{project}/databases/{database}/documents/{path}`, not percent-encoded.
  let name: String
  /// In the server's order; empty in a document without fields. Of several with one name the last one counts.
  let fields: [Field]
  let createTime: String
  let updateTime: String
  /// The field `updatedAt` exactly as the server wrote it, for use in a cursor; nil if it is not a time.
  let changedAt: String?

  struct Field: Hashable, Sendable {
    let name: String
    let value: FirestoreValue
  }
}

extension FirestoreDocument {
  /// - Throws: ``JSONReader/Failure/unexpected`` for a document without its name or its times.
  init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    var name: String?
    var created: String?
    var updated: String?
    var fields: [Field] = []
    var changedAt: String?
    try reader.object { (reader, member) throws(JSONReader.Failure) in
      switch member {
      case "name": name = try reader.text()
      case "createTime": created = try reader.text()
      case "updateTime": updated = try reader.text()
      case "fields":
        if try reader.null() { return }
        fields.reserveCapacity(32)
        try reader.object { (reader, field) throws(JSONReader.Failure) in
          let (value, text) = try FirestoreValue.read(&reader)
          fields.append(Field(name: field, value: value))
          if case .timestamp = value, field == "updatedAt" { changedAt = text }
        }
      default: try reader.skip()
      }
    }
    guard let name, let created, let updated else { throw .unexpected }
    self.init(
      name: name, fields: fields, createTime: created, updateTime: updated, changedAt: changedAt)
  }
}
