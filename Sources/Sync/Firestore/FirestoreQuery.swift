/// The body of `:runQuery`: one collection in the order of the document IDs
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery).
struct FirestoreQuery: Encodable, Sendable {
  let structuredQuery: Structure

  struct Structure: Encodable, Sendable {
    let from: [Collection]
    let orderBy: [Order]
    let startAt: Cursor?
    let limit: Int
  }

  struct Collection: Encodable, Sendable {
    let collectionId: String
  }

  struct Order: Encodable, Sendable {
    let field: Field
    let direction: String
  }

  struct Field: Encodable, Sendable {
    let fieldPath: String
  }

  struct Cursor: Encodable, Sendable {
    let values: [Reference]
    /// False: the query starts behind the document named.
    let before: Bool
  }

  struct Reference: Encodable, Sendable {
    let referenceValue: String
  }

  /// - Parameter name: the name of the last document already seen.
  init(collection: String, after name: String?, limit: Int) {
    structuredQuery = Structure(
      from: [Collection(collectionId: collection)],
      orderBy: [Order(field: Field(fieldPath: "__name__"), direction: "ASCENDING")],
      startAt: name.map { Cursor(values: [Reference(referenceValue: $0)], before: false) },
      limit: limit)
  }
}
