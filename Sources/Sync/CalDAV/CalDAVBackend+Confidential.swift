import Basics
import Core

extension CalDAVBackend {
  /// Refuses to change, move or delete what may be a part only. Nextcloud shows of a confidential to-do (RFC 5545 §3.8.1.3)
  /// in a calendar of somebody else not much more than that there is one, but stores what is written in its place as the
  /// whole; what is moved to another account would arrive as that part, and be deleted where it was.
  /// - Parameter text: as the server told it.
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
