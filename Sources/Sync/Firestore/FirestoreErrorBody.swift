import Core
import FoundationEssentials

/// The body of an answer that is not a success
/// (https://cloud.google.com/apis/design/errors#http_mapping).
struct FirestoreErrorBody: Decodable, Sendable {
  let error: Status

  struct Status: Decodable, Sendable {
    let code: Int
    /// The canonical name of the error, for example `PERMISSION_DENIED`.
    let status: String?
    let message: String?
  }

  /// Reads a body, or the first element of the array that a streamed answer is.
  /// - Returns: nil if there is no canonical code in it: whoever wrote it was not Firestore.
  static func read(_ body: Data) -> Status? {
    let decoder = JSONDecoder()
    let found =
      (try? decoder.decode(FirestoreErrorBody.self, from: body))
      ?? (try? decoder.decode([FirestoreErrorBody].self, from: body))?.first
    guard let error = found?.error, let name = error.status, FirestoreStatusCode.isName(name)
    else { return nil }
    return error
  }
}
