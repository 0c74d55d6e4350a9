import TestSupport

/// Refusals as Firestore writes them.
enum FirestoreRefusal {
  static let unauthenticated = answer(401, "UNAUTHENTICATED")
  static let denied = answer(403, "PERMISSION_DENIED")

  private static func answer(_ status: Int, _ code: String) -> FaultProxy.Fault {
    .answer(
      status: status,
      body: #"{"error":{"code":\#(status),"message":"no","status":"\#(code)"}}"#)
  }
}
