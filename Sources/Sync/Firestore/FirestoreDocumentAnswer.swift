import Core
import FoundationEssentials

/// One element of the array that `:runQuery` and `:batchGet` stream. Most contain a document; one without reports
/// progress or, with only `readTime`, that nothing was found.
struct FirestoreDocumentAnswer: Sendable {
  private(set) var document: FirestoreDocument?
  /// The name of a document that was asked for and does not exist.
  private(set) var missing: String?
  /// When the server looked.
  private(set) var readTime: String?
  /// Replaces further results if reading failed after the answer had begun.
  private var error: FirestoreErrorBody.Status?

  /// The elements of an answer.
  /// - Throws: ``SyncError/protocolViolation(detail:)``, which never quotes the answer.
  static func read(_ body: Data) throws(SyncError) -> [FirestoreDocumentAnswer] {
    var answers: [FirestoreDocumentAnswer] = []
    try FirestoreJSON.read(body) { (reader) throws(JSONReader.Failure) in
      try reader.array { (reader) throws(JSONReader.Failure) in
        answers.append(try FirestoreDocumentAnswer(&reader))
      }
    }
    return answers
  }

  /// - Throws: why reading failed, if this says so.
  func throwError() throws(SyncError) {
    guard let error else { return }
    throw FirestoreErrorClassifier.error(
      status: error.code, body: error, isConditional: false, retryAfter: nil)
  }

  private init(_ reader: inout JSONReader) throws(JSONReader.Failure) {
    try reader.object { (reader, member) throws(JSONReader.Failure) in
      if try reader.null() { return }
      switch member {
      case "document", "found": document = try FirestoreDocument(&reader)
      case "missing": missing = try reader.text()
      case "readTime": readTime = try reader.text()
      case "error":
        // Rare, and small.
        let body = try reader.raw()
        guard let found = try? JSONDecoder().decode(FirestoreErrorBody.Status.self, from: body)
        else { throw .unexpected }
        error = found
      default: try reader.skip()
      }
    }
  }
}
