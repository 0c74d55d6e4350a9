import Core

/// The body of `:runQuery`
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery).
struct FirestoreQuery: Encodable, Hashable, Sendable {
  let structuredQuery: Structure

  struct Structure: Encodable, Hashable, Sendable {
    let from: [Collection]
    var `where`: Filter?
    var orderBy: [Order]?
    var startAt: Cursor?
    var limit: Int?
  }

  struct Collection: Encodable, Hashable, Sendable {
    let collectionId: String
  }

  struct Filter: Encodable, Hashable, Sendable {
    let fieldFilter: FieldFilter
  }

  struct FieldFilter: Encodable, Hashable, Sendable {
    let field: Field
    let op: String
    let value: Value
  }

  struct Order: Encodable, Hashable, Sendable {
    let field: Field
    var direction = "ASCENDING"
  }

  struct Field: Encodable, Hashable, Sendable {
    let fieldPath: String
  }

  struct Cursor: Encodable, Hashable, Sendable {
    let values: [Value]
    /// False: the query starts behind the document named.
    var before = false
  }

  /// A time or the name of a document.
  struct Value: Encodable, Hashable, Sendable {
    var timestampValue: String?
    var referenceValue: String?
  }

  private static let name = Field(fieldPath: "__name__")
  private static let updatedAt = Field(fieldPath: "updatedAt")

  /// A whole collection in the order of the document IDs.
  /// - Parameter name: the name of the last document already seen.
  static func listing(_ collection: String, after name: String?, limit: Int) -> FirestoreQuery {
    FirestoreQuery(
      structuredQuery: Structure(
        from: [Collection(collectionId: collection)], orderBy: [Order(field: Self.name)],
        startAt: name.map { Cursor(values: [Value(referenceValue: $0)]) }, limit: limit))
  }

  /// What changed at a time or later, in the order of the changes and, within a commit, of the IDs. The
  /// single-field index that this needs is there by itself.
  /// - Parameters:
  ///   - time: RFC 3339.
  ///   - place: the time and the name of the last document already seen.
  ///   - limit: nil for a query that is listened to.
  static func changes(
    _ collection: String, since time: String, after place: (time: String, name: String)? = nil,
    limit: Int? = nil
  ) -> FirestoreQuery {
    let filter = FieldFilter(
      field: updatedAt, op: "GREATER_THAN_OR_EQUAL", value: Value(timestampValue: time))
    let start = place.map {
      Cursor(values: [Value(timestampValue: $0.time), Value(referenceValue: $0.name)])
    }
    return FirestoreQuery(
      structuredQuery: Structure(
        from: [Collection(collectionId: collection)], where: Filter(fieldFilter: filter),
        orderBy: [Order(field: updatedAt), Order(field: name)], startAt: start, limit: limit))
  }
}
