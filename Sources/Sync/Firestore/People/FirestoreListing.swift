import Basics
import Core

/// Reads all documents of a selection, page by page, in name order.
///
/// Each page must come after the one before, and the total size is limited, so that reading ends whatever a
/// server answers.
struct FirestoreListing: Sendable {
  struct Page: Sendable {
    let documents: [FirestoreDocument]
    /// When the server read the first documents.
    let readAt: Timestamp
    let isLast: Bool
  }

  /// The most bytes of answers that are read.
  static let mostBytes = 64 * 1024 * 1024

  let reader: FirestoreReader
  let selection: FirestoreQuery.Selection
  /// The document below which to search; empty for the root.
  let parent: [String]
  /// The fields to return.
  let fields: [String]
  private var limit: Int
  private var bytes = 0
  private var last: String?

  init(
    _ selection: FirestoreQuery.Selection, below parent: [String] = [], fields: [String],
    pageSize: Int, reader: FirestoreReader
  ) {
    self.reader = reader
    self.selection = selection
    self.parent = parent
    self.fields = fields
    limit = max(1, pageSize)
  }

  /// Whether the limit is reached and the rest is left out.
  var isTooLong: Bool { bytes >= Self.mostBytes }

  /// Reads the next page, with fewer documents if the answer exceeds the limit.
  mutating func next() async throws(SyncError) -> Page {
    while true {
      let query = FirestoreQuery.listing(selection, fields: fields, after: last, limit: limit)
      let body = try FirestoreJSON.encode(query)
      if let response = try await reader.exchange.answer(
        .post, reader.url(parent) + ":runQuery", body: body)
      {
        bytes += response.body.count
        return try page(response)
      }
      guard limit > 1 else { throw FirestoreExchange.tooLarge }
      limit /= min(4, limit)
    }
  }

  private mutating func page(_ response: HTTPResponse) throws(SyncError) -> Page {
    var documents: [FirestoreDocument] = []
    var readTime: String?
    for answer in try FirestoreDocumentAnswer.read(response.body) {
      try answer.throwError()
      readTime = readTime ?? answer.readTime
      guard let document = answer.document else { continue }
      guard isAskedFor(document.name) else {
        throw .protocolViolation(detail: "a document that was not asked for")
      }
      guard
        last.map({ Self.order($0).lexicographicallyPrecedes(Self.order(document.name)) }) ?? true
      else { throw .protocolViolation(detail: "documents out of order") }
      last = document.name
      documents.append(document)
    }
    // Even an answer without documents contains its read time; without one, the answer was truncated.
    guard let time = readTime.flatMap(RFC3339.microseconds), documents.count <= limit else {
      throw .protocolViolation(detail: "not the answer to the query")
    }
    // What was read later would not count as news.
    try FirestoreServerTime.requirePlausible(time, latest: reader.exchange.latest(in: response))
    return Page(
      documents: documents, readAt: RFC3339.timestamp(microseconds: time),
      isLast: documents.count < limit)
  }

  private func isAskedFor(_ name: String) -> Bool {
    guard let path = reader.path(ofDocument: name), path.count % 2 == 0,
      path.dropLast().last == selection.collection
    else { return false }
    return selection.isGroup
      || path.dropLast(2).map { ExactText($0) } == parent.map { ExactText($0) }
  }

  /// Firestore compares names segment by segment, by their UTF-8 bytes
  /// (https://firebase.google.com/docs/firestore/manage-data/data-types).
  private static func order(_ name: String) -> [UInt8] {
    name.utf8.map { $0 == UInt8(ascii: "/") ? 0 : $0 }
  }
}
