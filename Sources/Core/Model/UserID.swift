import Basics

/// What servers call a user.
public enum UserID {
  /// Whether somebody can be called so: one word that can stand in the name of a document.
  public static func isPossible(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= ListMember.maximumUserBytes && text != "." && text != ".."
      && !(text.hasExactPrefix("__") && text.utf8.suffix(2).elementsEqual("__".utf8))
      && text.unicodeScalars.allSatisfy {
        $0 != "/" && !$0.properties.isWhitespace && !TodoContent.isControl($0)
      }
  }
}
