import FoundationEssentials

/// The body of `:runAggregationQuery` that counts what a query finds
/// (https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/runAggregationQuery).
struct FirestoreCount: Encodable, Sendable {
  struct Structure: Encodable, Sendable {
    let structuredQuery: FirestoreQuery.Structure
    let aggregations = [Aggregation()]
  }

  struct Aggregation: Encodable, Sendable {
    let alias = FirestoreCount.alias
    let count: [String: String] = [:]
  }

  private static let alias = "total"

  let structuredAggregationQuery: Structure

  init(_ selection: FirestoreQuery.Selection, also filters: [FirestoreQuery.FieldFilter] = []) {
    structuredAggregationQuery = Structure(
      structuredQuery: .init(
        from: selection.from, where: FirestoreQuery.Filter(selection.filters + filters)))
  }

  /// The number in an answer, an array with one element that has a result; nil if there is none.
  static func number(in body: Data) throws(SyncError) -> Int64? {
    var number: Int64?
    try FirestoreJSON.read(body) { (reader) throws(JSONReader.Failure) in
      try reader.array { (reader) throws(JSONReader.Failure) in
        try reader.member("result") { (reader) throws(JSONReader.Failure) in
          try reader.member("aggregateFields") { (reader) throws(JSONReader.Failure) in
            try reader.member(alias) { (reader) throws(JSONReader.Failure) in
              let (value, _) = try FirestoreValue.read(&reader)
              if case .integer(let found) = value { number = found }
            }
          }
        }
      }
    }
    return number
  }
}
