import Core

/// The answer to a query, checked against the request.
struct FirestorePage: Sendable {
  struct Document: Sendable {
    let record: RemoteRecord
    /// `updatedAt` as the server wrote it.
    let changedAt: String?

    var id: String { record.key.id }
  }

  let documents: [Document]
  /// When the server read the first documents.
  let readTime: String
  /// How many were requested.
  let limit: Int
  /// The size of the answer.
  let bytes: Int

  /// Whether this is the last page.
  var isLast: Bool { documents.count < limit }

  /// - Parameter latest: the latest plausible server time, in microseconds since 1970.
  init(
    _ response: HTTPResponse, of kind: RecordKind, limit: Int, codec: FirestoreDocumentCodec,
    latest: Int64
  ) throws(SyncError) {
    var documents: [Document] = []
    var readTime: String?
    for answer in try FirestoreDocumentAnswer.read(response.body) {
      try answer.throwError()
      readTime = readTime ?? answer.readTime
      guard let document = answer.document else { continue }
      documents.append(
        Document(
          record: try codec.record(document, kind: kind, readTime: answer.readTime, latest: latest),
          changedAt: document.changedAt))
    }
    // Even an answer without documents contains its read time; without one, the answer was truncated.
    guard let readTime, let time = RFC3339.microseconds(readTime), documents.count <= limit else {
      throw .protocolViolation(detail: "not the answer to the query")
    }
    try FirestoreServerTime.requirePlausible(time, latest: latest)
    self.documents = documents
    self.readTime = readTime
    self.limit = limit
    bytes = response.body.count
  }

  /// Checks that each document comes after the one before, so that reading ends. Firestore orders IDs by
  /// their UTF-8 bytes (https://firebase.google.com/docs/firestore/manage-data/data-types).
  /// - Parameters:
  ///   - place: time and ID of the last document of the previous page.
  ///   - position: time and ID of a document; the time is empty where it does not matter.
  func requireOrder(
    after place: (time: String, id: String)?, by position: (Document) -> (time: String?, id: String)
  ) throws(SyncError) {
    var last = place.map { (Self.order($0.time), Self.order(ofID: $0.id)) }
    for document in documents {
      let (time, id) = position(document)
      guard let time else { throw .protocolViolation(detail: "a document that was not asked for") }
      let next = (Self.order(time), Self.order(ofID: id))
      if let last {
        guard
          last.0 < next.0
            || last.0 == next.0 && last.1.lexicographicallyPrecedes(next.1)
        else { throw .protocolViolation(detail: "documents out of order") }
      }
      last = next
    }
  }

  /// Names are compared segment by segment.
  static func order(ofID id: String) -> [UInt8] {
    id.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
  }

  private static func order(_ time: String) -> Int64 { RFC3339.microseconds(time) ?? .min }
}
