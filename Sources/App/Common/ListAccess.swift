import Core
import Platform
import Service
import Toolkit

/// Who owns a list, and what the user may do with it.
enum ListAccess: Equatable {
  /// Kept on this computer only, or on a server that cannot share lists.
  case personal
  /// Owned by the user, on an account that can share it.
  case own(isShared: Bool)
  /// On a server that lets the user only read the list, without telling why.
  case locked
  /// Owned by another person, whose name is `owner`.
  case other(owner: String, role: ListRole)

  @MainActor
  init(_ list: TodoList, _ metadata: ListMetadata, _ names: any PersonNaming) {
    guard let account = list.account else {
      self = .personal
      return
    }
    let keeper = metadata.account(of: list)
    if let share = keeper?.share {
      self = .other(owner: names.name(of: share.owner, account), role: share.role)
    } else if account != account.root {
      // The share is new, and nothing is known about it yet.
      self = .other(owner: "…", role: .reader)
    } else if metadata.locked.contains(list.id) {
      self = .locked
    } else {
      let canShare = keeper?.offers.contains(.sharing) ?? true
      self = canShare ? .own(isShared: metadata.shared.contains(list.id)) : .personal
    }
  }

  /// Whether the list itself may be renamed and deleted.
  var canManage: Bool {
    switch self {
    case .personal, .own: true
    case .locked, .other: false
    }
  }

  /// Whether the user can stop taking part in it.
  var canLeave: Bool {
    if case .other = self { true } else { false }
  }

  /// Whether its to-dos may be changed.
  var canWrite: Bool {
    switch self {
    case .personal, .own, .other(_, .writer): true
    case .locked, .other(_, .reader): false
    }
  }

  /// A note that the list is shared, and by whom; nil if it is not shared.
  var note: String? {
    switch self {
    case .personal, .own(isShared: false), .locked: nil
    case .own(isShared: true): tr("Shared with others")
    case .other(let owner, _): tr("Shared by %s", owner)
    }
  }

  /// Why the list cannot be changed; nil if it can.
  var refusal: String? {
    let refusal = tr("You can read this list but not change it.")
    return switch self {
    case .other(let owner, .reader): refusal + " " + tr("Shared by %s.", owner)
    case .locked: refusal
    case .personal, .own, .other(_, .writer): nil
    }
  }

  /// The menu of the list.
  /// - Parameter item: makes the menu entry for an action.
  func menu(_ item: (ListAction) -> MenuItem) -> [[MenuItem]] {
    switch self {
    case .personal: [[item(.edit), item(.delete)]]
    case .own: [[item(.edit), item(.share)], [item(.delete)]]
    case .locked: []
    case .other: [[item(.members)], [item(.leave)]]
    }
  }
}

/// An action in the menu of a list; the raw value is its name.
enum ListAction: String, CaseIterable {
  case edit
  case share
  case members
  case delete
  case leave
}
