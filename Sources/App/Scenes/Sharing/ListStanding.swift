import Core
import Platform
import Service
import Toolkit

/// How a list stands to the user: whose it is, and what may be done with it.
enum ListStanding: Equatable {
  /// On this computer only.
  case local
  /// The user's own, on an account.
  case own(isShared: Bool)
  /// Of another person, who is called `owner`.
  case other(owner: String, role: ListRole)

  @MainActor
  init(_ list: TodoList, _ facts: ListFacts, _ names: any PersonNaming) {
    guard let account = list.account else {
      self = .local
      return
    }
    if let share = facts.account(of: list)?.share {
      self = .other(owner: names.name(of: share.owner, account), role: share.role)
    } else if account != account.root {
      // It has just come: nothing is known of it yet.
      self = .other(owner: "…", role: .reader)
    } else {
      self = .own(isShared: facts.shared.contains(list.id))
    }
  }

  /// Whether the list itself may be renamed and deleted.
  var canManage: Bool {
    switch self {
    case .local, .own: true
    case .other: false
    }
  }

  /// Whether its to-dos may be changed.
  var canWrite: Bool {
    if case .other(_, .reader) = self { false } else { true }
  }

  /// Says with whom the list is shared; nil where it is not.
  var note: String? {
    switch self {
    case .local, .own(isShared: false): nil
    case .own(isShared: true): tr("Shared with others")
    case .other(let owner, _): tr("Shared by %s", owner)
    }
  }

  /// Says why nothing can be changed; nil where that is possible.
  var refusal: String? {
    guard case .other(let owner, .reader) = self else { return nil }
    return tr("You can read this list but not change it.") + " " + tr("Shared by %s.", owner)
  }

  /// What the menu of the list offers.
  /// - Parameter item: makes the entry for an action.
  func menu(_ item: (ListGesture) -> MenuItem) -> [[MenuItem]] {
    switch self {
    case .local: [[item(.rename), item(.delete)]]
    case .own: [[item(.rename), item(.share)], [item(.delete)]]
    case .other: [[item(.members)], [item(.leave)]]
    }
  }
}

/// What can be done with a list from a menu; the raw value names the action.
enum ListGesture: String, CaseIterable {
  case rename
  case share
  case members
  case delete
  case leave
}
