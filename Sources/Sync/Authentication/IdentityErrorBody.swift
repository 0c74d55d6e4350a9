import Basics
import FoundationEssentials

/// The body of an error answer. Firebase Authentication puts its own code into `message`
/// (https://firebase.google.com/docs/reference/rest/auth#section-error-format); Google's API front end adds
/// `details` with a reason (https://cloud.google.com/apis/design/errors#error_info).
struct IdentityErrorBody: Decodable, Sendable {
  struct Content: Decodable, Sendable {
    /// The HTTP status. Present in every error of the service.
    let code: Int
    let message: String?
    /// The canonical name of the error, for example `INVALID_ARGUMENT`.
    let status: String?
    let details: [Detail]?
    let errors: [Detail]?
  }

  struct Detail: Decodable, Sendable {
    let reason: String?
  }

  let error: Content

  /// The code, as in `WEAK_PASSWORD : Password should be at least 6 characters`; empty if the message does
  /// not begin with one.
  var code: String {
    let text = (error.message ?? "").prefix(while: { $0 != " " && $0 != ":" })
    let isCode =
      text.utf8.count <= 64
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
    return isCode ? String(text) : ""
  }

  /// The reasons in `details`.
  var reasons: Set<String> {
    Set(((error.details ?? []) + (error.errors ?? [])).compactMap(\.reason))
  }

  /// Whether more than the number tells that the service wrote it: a proxy may answer `{"error":{"code":403}}`. All codes
  /// of the service consist of several words.
  var isOfService: Bool {
    code.utf8.contains(UInt8(ascii: "_")) || !reasons.isEmpty
      || error.status.map(FirestoreStatusCode.isName) == true
  }

  /// Nil if the body is something else, which means that the service did not write it.
  static func read(_ body: Data) -> IdentityErrorBody? {
    try? JSONDecoder().decode(IdentityErrorBody.self, from: body)
  }
}
