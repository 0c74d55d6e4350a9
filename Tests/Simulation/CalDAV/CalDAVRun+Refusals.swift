import Core
import Foundation
import Sync
import TestSupport

// A computer may report a refusal only if something was refused.

extension CalDAVRun {
  /// Counts what the server refuses permanently: changes in a read-only calendar, and a second to-do with the same UID.
  func noteRefusal(of request: HTTPRequest, _ answer: HTTPResponse) {
    guard (400..<500).contains(answer.status) else { return }
    let text = String(decoding: answer.body, as: UTF8.self)
    let isNamed = ["need-privileges", "no-uid-conflict"].contains { text.contains($0) }
    if isNamed || request.method == .move && answer.status == 412 { refusals += 1 }
  }

  /// Checks what a computer reports after a round in which nothing was refused.
  func noteUnfounded(_ refusals: [SyncOutcome.Refusal], on computer: CalDAVComputer) {
    for refusal in refusals {
      guard case .refused(_, let code) = refusal.problem, code != "calendar-not-empty" else {
        continue
      }
      trespasses.append(
        "\(computer.name) says that \(refusal.key.id) is refused: \(refusal.problem)")
    }
  }
}
