import Basics
import Core
import Service

/// How far the changes have come: in the strip above the page, in the button, and in what that opens.
struct SyncStatusState: Equatable {
  /// How things stand, in one word.
  enum Condition: Equatable {
    /// There is no server.
    case local
    case upToDate
    case waiting
    case syncing
    case offline
    /// A person has to do something, or the server is out of order.
    case problem
  }

  /// The button in the header bar.
  struct Button: Equatable {
    var condition = Condition.local
    /// Its tooltip and what a screen reader says.
    var label = ""
  }

  /// A change that is on its way.
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

    /// Whether a person can decide about it alone; not while it is on its way.
    var canDecide: Bool { mark != .sending }
  }

  /// The first download of everything.
  struct Download: Equatable {
    /// From 0 to 1.
    var fraction: Double
    var text: String
  }

  /// What is told of one account.
  struct Section: Equatable, Identifiable {
    let id: AccountID
    /// Nil where there is only one.
    var name: String?
    var condition: Condition
    var status: String
    /// Why nothing goes on, and what else is worth a sentence.
    var details: [String] = []
    /// Whether the user has to sign in.
    var needsSignIn = false
    /// Whether the user has to say what becomes of missing to-dos, or whether another certificate is trusted.
    var needsDecision = false
    var lastSync = ""
    /// The same as a full date; nil where there is none.
    var lastSyncInFull: String?
    var download: Download?
    /// What is wrong on the server and goes on all the same.
    var warning: String?
    var items: [Item] = []
    /// How many more items there are, in words.
    var more: String?
  }

  /// Nil while there is nothing to tell.
  var banner: String?
  var button = Button()
  /// What the button opens; without any, there is no account.
  var sections: [Section] = []
  /// Whether changes from last time are saved without asking.
  var savesUnsentChanges = false
}
