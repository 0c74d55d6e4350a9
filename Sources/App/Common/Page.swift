import Basics
import Core

/// The pages that can be opened from the main list.
enum Page: Hashable, Sendable {
  case important
  case assignedToMe
  /// The day page; it opens with the current day.
  case today
  case list(ListID)

  /// The string under which the page is remembered between runs.
  var settingsValue: String {
    switch self {
    case .important: "important"
    case .assignedToMe: "assigned"
    case .today: "today"
    case .list(let id): "list:" + id.rawValue
    }
  }

  init?(settingsValue: String) {
    switch settingsValue {
    case "important": self = .important
    case "assigned": self = .assignedToMe
    case "today": self = .today
    default:
      guard let id = settingsValue.dropping(exactPrefix: "list:") else { return nil }
      self = .list(ListID(rawValue: id))
    }
  }
}
