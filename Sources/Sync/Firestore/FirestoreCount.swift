/// The body of `:runAggregationQuery` that counts what a query finds
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/runAggregationQuery).
struct FirestoreCount: Encodable, Sendable {
  /// One element of the array that the service streams.
  struct Answer: Decodable, Sendable {
    let result: Result?
  }

  struct Result: Decodable, Sendable {
    let aggregateFields: [String: FirestoreValue]
  }

  struct Structure: Encodable, Sendable {
    let structuredQuery: FirestoreQuery.Structure
    let aggregations = [Aggregation()]
  }

  struct Aggregation: Encodable, Sendable {
    let alias = FirestoreCount.alias
    let count: [String: String] = [:]
  }

  static let alias = "total"

  let structuredAggregationQuery: Structure

  init(_ selection: FirestoreQuery.Selection, also filters: [FirestoreQuery.FieldFilter] = []) {
    structuredAggregationQuery = Structure(
      structuredQuery: .init(
        from: selection.from, where: FirestoreQuery.Filter(selection.filters + filters)))
  }
}
