import Basics
import Core

/// Why a document is not a valid record. `detail` names the field, never its contents.
struct FirestoreDecodingError: Error, Hashable, Sendable {
  let detail: String

  init(detail: String) {
    self.detail = detail.asErrorDetail
  }
}
