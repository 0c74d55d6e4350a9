import Basics

/// The rules for the colour and the emoji that a person chooses for a list. Values of other programs are kept
/// unchanged.
public enum ListAppearanceRules {
  /// The named colours: GNOME's palette (https://developer.gnome.org/hig/reference/palette.html).
  public static let colours = [
    "blue", "green", "yellow", "orange", "red", "purple", "brown", "grey",
  ]
  /// The longest emoji, in UTF-8 bytes: a family of four has 25, a flag of a region 28.
  public static let longestEmoji = 64

  /// Whether it is one of ``colours``, or `#rrggbb`.
  public static func isColour(_ text: String) -> Bool {
    if colours.contains(where: { $0.isExactly(text) }) { return true }
    let bytes = Array(text.utf8)
    return bytes.count == 7 && bytes[0] == UInt8(ascii: "#")
      && bytes.dropFirst().allSatisfy { byte in
        (48...57).contains(byte) || (65...70).contains(byte) || (97...102).contains(byte)
      }
  }

  /// Whether it is a single character as a person sees it, and no space or control character.
  public static func isEmoji(_ text: String) -> Bool {
    text.count == 1 && text.utf8.count <= longestEmoji
      && text.unicodeScalars.allSatisfy {
        !TodoContent.isControl($0) && !$0.properties.isWhitespace
      }
  }

  /// Checks the colour and the emoji if a person changed them. Unchanged values need not follow the rules.
  /// - Throws: ``StoreError/unsuitable`` for an invalid colour or emoji.
  static func check(_ list: TodoList, since before: TodoList) throws {
    if !list.colour.isExactly(before.colour), let colour = list.colour {
      guard isColour(colour) else { throw StoreError.unsuitable }
    }
    if !list.emoji.isExactly(before.emoji), let emoji = list.emoji {
      guard isEmoji(emoji) else { throw StoreError.unsuitable }
    }
  }
}
