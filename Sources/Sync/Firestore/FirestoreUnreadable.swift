import Basics
import Core

/// Why a document is not a record. `detail` names the field, never what is in it.
struct FirestoreUnreadable: Error, Hashable, Sendable {
  let detail: String

  init(detail: String) {
    self.detail = detail.asErrorDetail
  }
}
