import Core
import Foundation
import Sync
import TestSupport

// A person is told of a refusal only where something was refused.

extension CalDAVRun {
  /// What the server refuses for good: changes in a calendar that may only be read, and a second to-do of a name.
  func noteRefusal(of request: HTTPRequest, _ answer: HTTPResponse) {
    guard (400..<500).contains(answer.status) else { return }
    let text = String(decoding: answer.body, as: UTF8.self)
    let isNamed = ["need-privileges", "no-uid-conflict"].contains { text.contains($0) }
    if isNamed || request.method == .move && answer.status == 412 { refusals += 1 }
  }

  /// Looks at what a computer tells its user after a round in which nothing was refused.
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
