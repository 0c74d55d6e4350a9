import Basics
import Core
import Platform
import Sync

/// Error messages in plain words. The only place where errors become sentences.
package enum ErrorText {
  /// A name shortened for use in a title.
  package static func short(_ name: String) -> String {
    let limit = 40
    guard name.count > limit else { return name }
    return name.prefix(limit - 1).trimmingSuffix() + "…"
  }

  package static func reason(_ error: StoreError) -> String {
    switch error {
    case .diskFull:
      tr("The disk is full. Free some space, then try again.")
    case .readOnly:
      tr("The folder with your to-dos cannot be written to. Check its permissions, then try again.")
    case .damaged:
      tr("The file with your to-dos is damaged.")
    case .cannotOpen:
      tr("The file with your to-dos cannot be opened. Check the permissions of its folder.")
    case .busy:
      tr("Another program is using the file with your to-dos.")
    case .tooNew:
      tr("The file with your to-dos was written by a newer version of Optimist.")
    case .inputOutput(let detail):
      tr("The disk reported an error (%s).", detail.asErrorDetail)
    case .nameReserved(let name):
      tr("The name “%s” is reserved. Please choose another one.", name.asErrorDetail)
    case .notAllowed:
      tr("This list belongs to somebody else, who has not allowed you to change it.")
    case .blank:
      tr("A to-do needs a title.")
    case .textTooLong:
      tr("The text is too long.")
    case .tooMany(let limit):
      ntr("There can be %d at most.", "There can be %d at most.", limit)
    case .unsuitable:
      tr("This value is not possible here.")
    case .missing:
      tr("The to-do or list has been deleted in the meantime.")
    case .cancelled:
      tr("Sending was interrupted.")
    }
  }

  package static func reason(_ problem: SyncProblem) -> String {
    switch problem {
    case .unreachable: tr("The server cannot be reached.")
    case .unavailable: tr("The server cannot answer at the moment.")
    case .refused(status: 403, code: "confidential"):
      tr("You see only a part of this confidential to-do. Only its owner can change it.")
    case .refused(status: 403, _): tr("The server does not allow this change.")
    case .refused: tr("The server refused the change.")
    case .authentication: tr("The server does not accept your account.")
    case .untrusted: tr("The server has another certificate than the one that you trust.")
    case .protocolViolation: tr("The server’s answer could not be understood.")
    }
  }

  /// What the server said, for somebody who administers it; nil where that adds nothing.
  package static func detail(_ problem: SyncProblem) -> String? {
    switch problem {
    case .unreachable, .authentication, .untrusted: nil
    case .unavailable(let status): tr("Status %d", status)
    case .refused(let status, code: ""): tr("Status %d", status)
    case .refused(let status, let code): tr("%s (status %d)", code.asErrorDetail, status)
    case .protocolViolation(let detail): detail.asErrorDetail
    }
  }

  /// The reason and the detail in one line, as a terminal shows them.
  package static func line(_ problem: SyncProblem) -> String {
    [reason(problem), detail(problem)].compactMap { $0 }.joined(separator: " ")
  }
}

extension Substring {
  fileprivate func trimmingSuffix() -> Substring {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
