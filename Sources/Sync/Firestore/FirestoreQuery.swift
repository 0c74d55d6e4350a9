import Core

/// The body of `:runQuery`
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery).
struct FirestoreQuery: Encodable, Hashable, Sendable {
  let structuredQuery: Structure

  struct Structure: Encodable, Hashable, Sendable {
    var select: Projection?
    let from: [Collection]
    var `where`: Filter?
    var orderBy: [Order]?
    var startAt: Cursor?
    var limit: Int?
  }

  /// The only fields that are returned.
  struct Projection: Encodable, Hashable, Sendable {
    let fields: [Field]
  }

  struct Collection: Encodable, Hashable, Sendable {
    let collectionId: String
    /// Whether to search all collections of this name (collection group).
    var allDescendants: Bool?
  }

  /// One condition, or several that must all hold.
  struct Filter: Encodable, Hashable, Sendable {
    var fieldFilter: FieldFilter?
    var compositeFilter: CompositeFilter?

    init?(_ filters: [FieldFilter]) {
      guard let first = filters.first else { return nil }
      if filters.count == 1 {
        fieldFilter = first
      } else {
        compositeFilter = CompositeFilter(filters: filters.compactMap { Filter([$0]) })
      }
    }
  }

  struct CompositeFilter: Encodable, Hashable, Sendable {
    var op = "AND"
    let filters: [Filter]
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
    /// False: the query starts after the named document.
    var before = false
  }

  /// Selects documents.
  struct Selection: Hashable, Sendable {
    let collection: String
    var isGroup = false
    /// A field that must have this text; nil for all documents.
    var field: String?
    var value = ""
    /// A field that must be true; nil for all documents.
    var trueField: String?

    var from: [Collection] {
      [Collection(collectionId: collection, allDescendants: isGroup ? true : nil)]
    }

    var filters: [FieldFilter] {
      var filters: [FieldFilter] = []
      if let field {
        filters.append(
          FieldFilter(
            field: Field(fieldPath: field), op: "EQUAL", value: Value(stringValue: value)))
      }
      if let trueField {
        filters.append(
          FieldFilter(
            field: Field(fieldPath: trueField), op: "EQUAL", value: Value(booleanValue: true)))
      }
      return filters
    }
  }

  /// A time, a text, a boolean or a document's name.
  struct Value: Encodable, Hashable, Sendable {
    var stringValue: String?
    var booleanValue: Bool?
    var timestampValue: String?
    var referenceValue: String?
  }

  private static let name = Field(fieldPath: "__name__")
  private static let updatedAt = Field(fieldPath: "updatedAt")

  /// All documents of a selection, in ID order.
  /// - Parameters:
  ///   - fields: the fields to return; nil for all.
  ///   - name: the name of the last document already read.
  static func listing(
    _ selection: Selection, fields: [String]? = nil, after name: String?, limit: Int
  ) -> FirestoreQuery {
    FirestoreQuery(
      structuredQuery: Structure(
        select: fields.map { Projection(fields: $0.map(Field.init)) }, from: selection.from,
        where: Filter(selection.filters), orderBy: [Order(field: Self.name)],
        startAt: name.map { Cursor(values: [Value(referenceValue: $0)]) }, limit: limit))
  }

  /// All documents of a selection in ID order, beginning at a name, whether that document exists or not.
  static func listing(_ selection: Selection, from name: String, limit: Int) -> FirestoreQuery {
    FirestoreQuery(
      structuredQuery: Structure(
        from: selection.from, where: Filter(selection.filters), orderBy: [Order(field: Self.name)],
        startAt: Cursor(values: [Value(referenceValue: name)], before: true), limit: limit))
  }

  /// What changed at a time or later, ordered by time and, within a commit, by ID. Firestore creates the
  /// index for a single collection automatically; other indexes must be declared.
  /// - Parameters:
  ///   - time: RFC 3339.
  ///   - place: the time and the name of the last document already read.
  ///   - limit: nil for a query of a live connection.
  static func changes(
    _ selection: Selection, since time: String, after place: (time: String, name: String)? = nil,
    limit: Int? = nil
  ) -> FirestoreQuery {
    let filter = FieldFilter(
      field: updatedAt, op: "GREATER_THAN_OR_EQUAL", value: Value(timestampValue: time))
    let start = place.map {
      Cursor(values: [Value(timestampValue: $0.time), Value(referenceValue: $0.name)])
    }
    return FirestoreQuery(
      structuredQuery: Structure(
        from: selection.from, where: Filter(selection.filters + [filter]),
        orderBy: [Order(field: updatedAt), Order(field: name)], startAt: start, limit: limit))
  }
}
