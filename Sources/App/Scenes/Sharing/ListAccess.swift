import Core
import Platform
import Service
import Toolkit

/// Whose a list is, and what the user may do with it.
enum ListAccess: Equatable {
  /// On this computer only, or on a server on which lists cannot be shared.
  case personal
  /// The user's own, on an account where it can be shared.
  case own(isShared: Bool)
  /// On a server that lets the user only read it, and does not say why.
  case locked
  /// Of another person, who is called `owner`.
  case other(owner: String, role: ListRole)

  @MainActor
  init(_ list: TodoList, _ facts: ListFacts, _ names: any PersonNaming) {
    guard let account = list.account else {
      self = .personal
      return
    }
    let keeper = facts.account(of: list)
    if let share = keeper?.share {
      self = .other(owner: names.name(of: share.owner, account), role: share.role)
    } else if account != account.root {
      // It has just come: nothing is known of it yet.
      self = .other(owner: "…", role: .reader)
    } else if facts.locked.contains(list.id) {
      self = .locked
    } else {
      let canShare = keeper?.offers.contains(.sharing) ?? true
      self = canShare ? .own(isShared: facts.shared.contains(list.id)) : .personal
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

  /// Says with whom the list is shared; nil where it is not.
  var note: String? {
    switch self {
    case .personal, .own(isShared: false), .locked: nil
    case .own(isShared: true): tr("Shared with others")
    case .other(let owner, _): tr("Shared by %s", owner)
    }
  }

  /// Says why nothing can be changed; nil where that is possible.
  var refusal: String? {
    let refusal = tr("You can read this list but not change it.")
    return switch self {
    case .other(let owner, .reader): refusal + " " + tr("Shared by %s.", owner)
    case .locked: refusal
    case .personal, .own, .other(_, .writer): nil
    }
  }

  /// What the menu of the list offers.
  /// - Parameter item: makes the entry for an action.
  func menu(_ item: (ListGesture) -> MenuItem) -> [[MenuItem]] {
    switch self {
    case .personal: [[item(.edit), item(.delete)]]
    case .own: [[item(.edit), item(.share)], [item(.delete)]]
    case .locked: []
    case .other: [[item(.members)], [item(.leave)]]
    }
  }
}

/// What can be done with a list from a menu; the raw value names the action.
enum ListGesture: String, CaseIterable {
  case edit
  case share
  case members
  case delete
  case leave
}
