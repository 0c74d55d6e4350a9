import Basics

/// The canonical codes as the Listen stream writes them, with the names and the HTTP statuses that the
/// REST API uses (https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto).
enum FirestoreStatusCode {
  private static let table: [Int: (status: Int, name: String)] = [
    1: (499, "CANCELLED"), 2: (500, "UNKNOWN"), 3: (400, "INVALID_ARGUMENT"),
    4: (504, "DEADLINE_EXCEEDED"), 5: (404, "NOT_FOUND"), 6: (409, "ALREADY_EXISTS"),
    7: (403, "PERMISSION_DENIED"), 8: (429, "RESOURCE_EXHAUSTED"),
    9: (400, "FAILED_PRECONDITION"), 10: (409, "ABORTED"), 11: (400, "OUT_OF_RANGE"),
    12: (501, "UNIMPLEMENTED"), 13: (500, "INTERNAL"), 14: (503, "UNAVAILABLE"),
    15: (500, "DATA_LOSS"), 16: (401, "UNAUTHENTICATED"),
  ]

  /// Whether this is the name of a code; a Google API writes no other text here.
  static func isName(_ text: String) -> Bool {
    table.values.contains { $0.name == text }
  }

  /// The error for the end of a target. Without a known cause, it is worth a retry.
  static func error(of cause: FirestoreListenAnswer.Cause?) -> SyncError {
    let (status, name) = cause?.code.flatMap { table[$0] } ?? (500, "UNKNOWN")
    return FirestoreErrorClassifier.error(
      status: status, body: .init(code: status, status: name, message: cause?.message),
      isConditional: false, retryAfter: nil)
  }
}
