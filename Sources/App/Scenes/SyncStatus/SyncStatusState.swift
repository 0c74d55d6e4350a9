import Basics
import Core
import Service

/// The state of synchronisation, in the banner above the page, in the button, and in its popover.
struct SyncStatusState: Equatable {
  /// The overall condition.
  enum Condition: Equatable {
    /// There is no server.
    case local
    case upToDate
    case waiting
    case syncing
    case offline
    /// The user has to act, or the server does not work properly.
    case problem
  }

  /// The button in the header bar.
  struct Button: Equatable {
    var condition = Condition.local
    /// The tooltip and accessible name.
    var label = ""
  }

  /// A pending change.
  struct Item: Equatable, Identifiable {
    enum Mark: Equatable {
      case waiting
      case sending
      case unsentOfLastSession
      case quarantined
    }

    let id: RecordKey
    var title: String
    var detail: String
    var mark: Mark

    /// Whether the user can retry or discard this change on its own, which is impossible while it is in flight.
    var canDecide: Bool { mark != .sending }
  }

  /// The progress of the first complete download.
  struct Download: Equatable {
    /// From 0 to 1.
    var fraction: Double
    var text: String
  }

  /// What the details show about one account.
  struct Section: Equatable, Identifiable {
    let id: AccountID
    /// Nil if there is only one section.
    var name: String?
    var condition: Condition
    var status: String
    /// Why sync does not continue, and other remarks.
    var details: [String] = []
    /// Whether the user has to sign in.
    var needsSignIn = false
    /// Whether the user has to decide about missing to-dos, or about trusting another certificate.
    var needsDecision = false
    var lastSync = ""
    /// The time of the last sync as a full date; nil if there was none.
    var lastSyncInFull: String?
    var download: Download?
    /// A problem on the server that does not stop synchronisation.
    var warning: String?
    var items: [Item] = []
    /// How many items are not shown, in words.
    var more: String?
  }

  /// Nil if there is nothing to report.
  var banner: String?
  var button = Button()
  /// The content of the popover; empty if there is no account.
  var sections: [Section] = []
  /// Whether changes from an earlier run are sent without asking.
  var savesUnsentChanges = false
}
