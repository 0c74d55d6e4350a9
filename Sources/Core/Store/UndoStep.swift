import Basics
import FoundationEssentials
import Synchronization

/// What one command of the user changed, so that it can be taken back; see ``TodoStore/undo(_:)``.
public struct UndoStep: Hashable, Sendable {
  /// A record that the command changed.
  public struct Edit: Hashable, Sendable {
    public enum Change: Hashable, Sendable {
      case added
      /// The fields that differ, before and after.
      case changed(before: RecordFields, after: RecordFields)
      case deleted(Copy)
      /// The people of a list are not kept in the trash.
      case member(before: ListMember?, after: ListMember?)
      /// An answer to an invitation, or to a person.
      case answer(before: Consent?, after: Consent?)
      /// Whether the main list shows a list from now on.
      case shown(Bool)
      /// Whether a row of the trash or of the conflicts is kept from now on.
      case copy(KeptRow, isKept: Bool)
    }

    /// A deleted record. The trash has one too, unless it has been emptied.
    public struct Copy: Hashable, Sendable {
      let account: AccountID?
      let listName: String?
      /// The fields, encoded: deleting a list can delete 100 000 to-dos.
      let fields: Data
    }

    /// A row of the trash or of the conflicts.
    public struct KeptRow: Hashable, Sendable {
      enum Table: String, Sendable {
        case trash
        case conflicts = "syncConflict"
      }

      enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
        case bytes(Data)

        var stored: any StoredValue {
          switch self {
          case .text(let text): text
          case .number(let number): number
          case .bytes(let bytes): bytes
          }
        }
      }

      let table: Table
      let id: Int64
      /// By column; those that are NULL are left out.
      let values: [String: Value]

      /// Whether it holds values that lost a merge.
      public var isConflict: Bool { table == .conflicts }

      func text(_ column: String) -> String? {
        if case .text(let text)? = values[column] { text } else { nil }
      }
    }

    public let key: RecordKey
    /// What the user calls the record.
    @Exact public internal(set) var title: String
    public let change: Change

    /// Whether the record itself changed, and not only what this computer shows or keeps of it.
    public var isOfRecord: Bool {
      switch change {
      case .added, .changed, .deleted, .member, .answer: true
      case .shown, .copy: false
      }
    }
  }

  /// In the order in which they were made; each record once.
  public internal(set) var edits: [Edit] = []

  /// Whether the command skipped an occurrence: what that changes looks like another day.
  public internal(set) var isSkip = false

  /// How many repeating subtasks ended because the to-do that they are a part of was completed or cancelled.
  public internal(set) var endedRepeats = 0

  /// Whether the command changed who takes part in a list, or in which role.
  public func changesMembers(of list: ListID) -> Bool {
    edits.contains { edit in
      guard case .member(let before, let after) = edit.change else { return false }
      return (before ?? after)?.list == list
    }
  }

  /// Whether the command changed nothing that could be taken back.
  public var isEmpty: Bool { edits.isEmpty }
}

/// Collects what the commands of one window changed; see ``TodoStore/recording(in:)``.
public final class UndoRecorder: Sendable {
  private let steps = Mutex<[UndoStep]>([])

  public init() {}

  func add(_ step: UndoStep) {
    steps.withLock { $0.append(step) }
  }

  /// The steps since the last call, oldest first.
  public func take() -> [UndoStep] {
    steps.withLock { steps in
      defer { steps = [] }
      return steps
    }
  }

  /// The same as one step; nil if nothing was changed.
  public func takeAsOne() -> UndoStep? {
    var builder = UndoStepBuilder()
    for edit in take().flatMap(\.edits) { builder.add(edit.key, edit.title, edit.change) }
    let whole = builder.step
    return whole.isEmpty ? nil : whole
  }
}
