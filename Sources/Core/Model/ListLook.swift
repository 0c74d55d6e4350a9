import Basics

/// The rules for colour and emoji of a list that a person chooses. What other programs wrote is kept as it came.
public enum ListLook {
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

  /// Checks what a person chose. What another program chose may stay.
  /// - Throws: ``StoreError/unsuitable`` for what is no colour or emoji.
  static func check(_ list: TodoList, since before: TodoList) throws {
    if !list.colour.isExactly(before.colour), let colour = list.colour {
      guard isColour(colour) else { throw StoreError.unsuitable }
    }
    if !list.emoji.isExactly(before.emoji), let emoji = list.emoji {
      guard isEmoji(emoji) else { throw StoreError.unsuitable }
    }
  }
}
