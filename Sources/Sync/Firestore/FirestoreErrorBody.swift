import Core
import FoundationEssentials

/// The body of an error answer (https://cloud.google.com/apis/design/errors#http_mapping).
struct FirestoreErrorBody: Decodable, Sendable {
  let error: Status

  struct Status: Decodable, Sendable {
    let code: Int
    /// The canonical name of the error, for example `PERMISSION_DENIED`.
    let status: String?
    let message: String?
  }

  /// Parses a body, or the first element of the array in a streamed answer.
  /// - Returns: nil without a canonical code, which means that Firestore did not write it.
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
