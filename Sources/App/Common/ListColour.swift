import Basics
import Core
import Platform

/// The colours in which lists are shown. The raw value is the stored name, see ``Core/ListAppearanceRules``.
enum ListColour: String, CaseIterable {
  case blue
  case green
  case yellow
  case orange
  case red
  case purple
  case brown
  case grey

  /// The colour for a stored value: a name, or the nearest colour to an RGB value, which itself could be too pale to be
  /// seen. Nil for a name that this version does not know.
  init?(stored: String) {
    if let named = Self.allCases.first(where: { $0.rawValue.isExactly(stored) }) {
      self = named
      return
    }
    guard ListAppearanceRules.isColour(stored), let number = UInt32(stored.dropFirst(), radix: 16)
    else {
      return nil
    }
    self = Self.nearest(
      red: Double(number >> 16 & 0xFF) / 255, green: Double(number >> 8 & 0xFF) / 255,
      blue: Double(number & 0xFF) / 255)
  }

  /// The colour of a list as it is shown.
  init?(of list: TodoList) {
    guard let stored = list.colour, let colour = Self(stored: stored) else { return nil }
    self = colour
  }

  /// The colour's class in the style sheet.
  var styleClass: String { "list-\(rawValue)" }

  /// The colour's name as shown to the user.
  var name: String {
    switch self {
    case .blue: trc("color of a list", "Blue")
    case .green: trc("color of a list", "Green")
    case .yellow: trc("color of a list", "Yellow")
    case .orange: trc("color of a list", "Orange")
    case .red: trc("color of a list", "Red")
    case .purple: trc("color of a list", "Purple")
    case .brown: trc("color of a list", "Brown")
    case .grey: trc("color of a list", "Gray")
    }
  }

  /// Compares hues, so that a pale or dark colour keeps its name.
  private static func nearest(red: Double, green: Double, blue: Double) -> ListColour {
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    let range = high - low
    guard range > 0.12 else { return .grey }
    var hue: Double
    if high == red {
      hue = (green - blue) / range
    } else if high == green {
      hue = 2 + (blue - red) / range
    } else {
      hue = 4 + (red - green) / range
    }
    hue = (hue < 0 ? hue + 6 : hue) * 60
    switch hue {
    case 15..<40: return high < 0.7 ? .brown : .orange
    case 40..<66: return .yellow
    case 66..<175: return .green
    case 175..<255: return .blue
    case 255..<330: return .purple
    default: return .red
    }
  }
}

/// How a list looks in the main list and beside its to-dos.
struct ListAppearance: Equatable {
  var colour: ListColour?
  var emoji: String?

  init(colour: ListColour? = nil, emoji: String? = nil) {
    self.colour = colour
    self.emoji = emoji
  }

  /// - Parameter list: its emoji is ignored if another program stored a text there that is no emoji.
  init(_ list: TodoList) {
    colour = ListColour(of: list)
    emoji = list.emoji.flatMap { ListAppearanceRules.isEmoji($0) ? $0 : nil }
  }
}
