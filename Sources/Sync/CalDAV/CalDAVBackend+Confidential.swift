import Basics
import Core

extension CalDAVBackend {
  /// Refuses to change, move or delete a to-do of which the server may have shown only a part. Of a confidential to-do
  /// (RFC 5545 §3.8.1.3) in somebody else's calendar, Nextcloud shows little more than that it exists, but it stores a
  /// write as the whole to-do. A move to another account would copy only that part and delete the original.
  /// - Parameter text: the text that the server sent.
  /// - Throws: ``SyncError/rejected(status:code:)``, whose code is `confidential`.
  func requireWhole(_ text: String, at path: DAVPath) async throws(SyncError) {
    guard CalDAVText.isConfidential(text) else { return }
    let found = try await exchange.properties(of: path.parent, [.owner, .currentUserPrincipal])
    guard found?.isForeign == true else { return }
    throw .rejected(status: 403, code: "confidential")
  }
}

extension CalDAVText {
  static func isConfidential(_ text: String) -> Bool {
    guard let resource = try? CalendarResource(reading: text) else { return false }
    return resource.calendars.flatMap { $0.components("VTODO") }
      .contains { $0.value("CLASS")?.uppercased() == "CONFIDENTIAL" }
  }
}
