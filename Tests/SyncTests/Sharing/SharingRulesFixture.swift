import Foundation
import TestSupport

/// What the tests of the rules about shared lists write and ask with: Ann's list `l`, and what everybody is to it.
struct SharingRulesFixture {
  typealias Fields = [String: Any]

  let emulator: FirestoreEmulator

  /// What somebody is to Ann's list `l`; she has invited a reader and a writer, who have accepted, and had invited
  /// `former`. Some have been invited and have not answered, have declined, or took their consent back.
  enum Role: String, CaseIterable {
    case owner = "ann"
    case writer = "will"
    case reader = "rita"
    case former = "fred"
    case invited = "ida"
    case declined = "dora"
    case withdrawn = "walt"
    case stranger = "sam"
    case nobody = ""

    var user: String? { self == .nobody ? nil : rawValue }
  }

  let time: Fields = ["timestampValue": "2026-01-01T00:00:00.5Z"]
  private let base = "projects/demo-optimist/databases/(default)/documents/"

  init(_ emulator: FirestoreEmulator) {
    self.emulator = emulator
  }

  // MARK: Documents

  func text(_ value: String) -> Fields { ["stringValue": value] }

  func flag(_ value: Bool) -> Fields { ["booleanValue": value] }

  func todo(_ id: String, in list: String) -> Fields {
    [
      "id": text(id), "deleted": flag(false), "listID": text(list), "content": text("Milk"),
      "assignee": text("rita"),
    ]
  }

  func tombstone(_ id: String, in list: String) -> Fields {
    ["id": text(id), "deleted": flag(true), "listID": text(list)]
  }

  func member(_ user: String, _ role: String, of list: String = "l") -> Fields {
    [
      "id": text(list + ":" + user), "deleted": flag(false), "listID": text(list),
      "user": text(user), "role": text(role),
    ]
  }

  func left(_ user: String, of list: String = "l") -> Fields {
    [
      "id": text(list + ":" + user), "deleted": flag(true), "listID": text(list),
      "user": text(user),
    ]
  }

  func consent(_ choice: String, to user: String = "ann", _ list: String? = "l") -> Fields {
    var fields: Fields = [
      "id": text(user + ":" + (list ?? "")), "deleted": flag(false), "user": text(user),
      "choice": text(choice),
    ]
    if let list { fields["listID"] = text(list) }
    return fields
  }

  func takenBack() -> Fields {
    ["id": text("ann:l"), "deleted": flag(true), "user": text("ann"), "listID": text("l")]
  }

  func list(_ id: String) -> Fields {
    ["id": text(id), "deleted": flag(false), "name": text("Party")]
  }

  // MARK: Requests

  /// Deletes everything and writes the list with its members.
  func seed() async throws {
    try await emulator.wipe()
    let documents: [String: Fields] = [
      "lists/l": list("l"), "lists/other": list("other"), "todos/1": todo("1", in: "l"),
      "todos/gone": tombstone("gone", in: "l"), "todos/private": todo("private", in: "other"),
      "members/l:will": member("will", "writer"), "members/l:rita": member("rita", "reader"),
      "members/l:fred": left("fred"), "members/l:ida": member("ida", "writer"),
      "members/l:dora": member("dora", "writer"), "members/l:walt": member("walt", "writer"),
    ]
    try await emulator.write(
      Dictionary(
        uniqueKeysWithValues: documents.map { path, fields in
          ("users/ann/" + path, fields.merging(["updatedAt": time]) { $1 })
        }))
    var consents: [String: Fields] = [:]
    for (user, fields) in [
      ("will", consent("accepted")), ("rita", consent("accepted")), ("fred", consent("accepted")),
      ("sam", consent("accepted")), ("dora", consent("declined")), ("walt", takenBack()),
    ] {
      consents["users/\(user)/consents/ann:l"] = fields.merging(["updatedAt": time]) { $1 }
    }
    try await emulator.write(consents)
    try await emulator.write([
      "users/ann": ["username": text("ann"), "fullname": text("Ann"), "extra": text("kept")]
    ])
  }

  /// - Returns: the HTTP status.
  func write(
    _ path: String, _ fields: Fields, mask: [String]? = nil,
    isStamped: Bool = true, as role: Role
  ) async throws -> Int {
    var write: Fields = ["update": ["name": base + path, "fields": fields]]
    if let mask { write["updateMask"] = ["fieldPaths": mask] }
    if isStamped {
      write["updateTransforms"] = [["fieldPath": "updatedAt", "setToServerValue": "REQUEST_TIME"]]
    }
    return try await emulator.status(.post, ":commit", body: ["writes": [write]], as: role.user)
  }

  func query(
    _ collection: String, where field: String?, _ value: String,
    as role: Role
  ) async throws -> Int {
    var query: Fields = ["from": [["collectionId": collection]]]
    if let field {
      query["where"] = [
        "fieldFilter": ["field": ["fieldPath": field], "op": "EQUAL", "value": text(value)]
      ]
    }
    return try await emulator.status(
      .post, "users/ann:runQuery", body: ["structuredQuery": query], as: role.user)
  }

  func groupQuery(user: String, as role: Role) async throws -> Int {
    let query: Fields = [
      "from": [["collectionId": "members", "allDescendants": true]],
      "where": [
        "fieldFilter": [
          "field": ["fieldPath": "user"], "op": "EQUAL", "value": text(user),
        ]
      ],
    ]
    return try await emulator.status(
      .post, ":runQuery", body: ["structuredQuery": query], as: role.user)
  }
}
