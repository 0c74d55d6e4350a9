import Core
import Service

/// Why a command ended early, as text for the terminal.
struct CommandFailure: Error, Hashable {
  let status: CommandStatus
  let message: String

  init(_ status: CommandStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: StoreError) {
    status =
      switch error {
      case .blank, .textTooLong, .tooMany, .unsuitable, .nameReserved: .usage
      case .missing: .notFound
      case .notAllowed: .notAllowed
      case .busy: .later
      case .cancelled: .interrupted
      case .diskFull, .readOnly, .damaged, .cannotOpen, .tooNew, .inputOutput: .storeFailed
      }
    message = ErrorText.reason(error)
  }
}
