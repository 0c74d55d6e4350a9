import Core

/// What can be done with a list from a menu; the raw value names the action.
enum ListGesture: String, CaseIterable {
  case rename
  case share
  case members
  case delete
  case leave
}
