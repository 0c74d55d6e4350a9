import Basics
import Core
import Service
import Sync

/// What an account's server has answered so far, and the state of the request.
struct ContentsLoad: Equatable {
  /// Nil as long as nothing is known.
  private(set) var entries: [CatalogueEntry]?
  private(set) var readAt: Timestamp?
  private(set) var failure: String?
  var isLoading = true

  /// For a server without a catalogue: all its lists are known without asking.
  static var nothing: ContentsLoad {
    var load = ContentsLoad()
    load.end(nil)
    return load
  }

  mutating func begin() {
    isLoading = true
  }

  mutating func take(_ answer: ServerAnswer<[CatalogueEntry]>) {
    // An incomplete answer removes no rows; only a complete one replaces them.
    if answer.isComplete || entries == nil {
      entries = answer.value
    } else {
      let new = Set(answer.value.map(\.id))
      entries = answer.value + (entries ?? []).filter { !new.contains($0.id) }
    }
    readAt = answer.readAt
    failure = nil
  }

  mutating func end(_ error: (any Error)?) {
    isLoading = false
    guard let error else {
      failure = nil
      // A server that ends without an answer holds no lists.
      entries = entries ?? []
      return
    }
    let problem =
      (error as? SyncError)?.problem ?? .protocolViolation(detail: "\(error)".asErrorDetail)
    failure = ErrorText.reason(problem)
  }
}
