import Basics
import Sync

/// A command line as bash passes it to a completion function: still quoted.
///
/// It is parsed without expanding it: if only a shell could evaluate a word, nothing is offered.
struct BashLine {
  private enum Quote { case none, single, double }

  /// The words before the last one, without their quoting.
  private(set) var words: [String] = []
  /// The typed part of the last word, without its quoting.
  private(set) var current = ""
  /// The part of ``current`` that is not replaced.
  private var kept = ""
  /// The quotation that is open at the start of the replaced part.
  private var quote = Quote.none

  /// - Parameters:
  ///   - line: the command from its first word to the cursor.
  ///   - replaced: the end of the line, which readline replaces with the answer.
  /// - Returns: nil if the last word cannot be known without expanding it.
  init?(_ line: String, replaced: String) {
    let scalars = Array(line.unicodeScalars)
    let start = scalars.count - replaced.unicodeScalars.count
    guard start >= 0, scalars[start...].elementsEqual(replaced.unicodeScalars) else { return nil }
    var word = String.UnicodeScalarView()
    var (isInWord, isExpanded, open) = (false, false, Quote.none)
    var index = 0
    while index < scalars.count {
      if index == start { (kept, quote) = (String(word), open) }
      let scalar = scalars[index]
      index += 1
      switch (open, scalar) {
      case (.single, "'"), (.double, "\""): open = .none
      case (.single, _): word.append(scalar)
      case (_, "\\"):
        isInWord = true
        guard index < scalars.count else { break }
        if open == .double, !"\\\"$`\n".unicodeScalars.contains(scalars[index]) {
          word.append(scalar)
        }
        // If the replaced part begins right after a backslash, its first character would be taken literally.
        if index == start { return nil }
        word.append(scalars[index])
        index += 1
      case (_, "$"), (_, "`"):
        (isInWord, isExpanded) = (true, true)
        word.append(scalar)
      case (.none, "'"): (isInWord, open) = (true, .single)
      case (.none, "\""): (isInWord, open) = (true, .double)
      case (.none, " "), (.none, "\t"), (.none, "\n"):
        if isInWord { words.append(String(word)) }
        (word, isInWord, isExpanded) = (.init(), false, false)
      default:
        isInWord = true
        word.append(scalar)
      }
    }
    if start == scalars.count { (kept, quote) = (String(word), open) }
    guard !isExpanded, quote == .none || "\"'".unicodeScalars.contains(scalars[start - 1]) else {
      return nil
    }
    current = String(word)
  }

  /// The text with which readline must replace the replaced part so that the last word becomes `word`; nil if
  /// `word` does not begin with what was typed.
  func reply(_ word: String) -> String? {
    guard word.unicodeScalars.starts(with: current.unicodeScalars) else { return nil }
    let rest = word.unicodeScalars.dropFirst(kept.unicodeScalars.count)
    switch quote {
    case .none: return Self.bare(rest)
    case .single: return Self.singleQuoted(rest)
    case .double: return Self.doubleQuoted(rest)
    }
  }

  // MARK: Parts

  /// Unquoted, with a backslash before each character that may be special to a shell.
  private static func bare(_ text: some Sequence<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text {
      let isPlain =
        !scalar.isASCII || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
        || ("0"..."9").contains(scalar) || "-_./+,%".unicodeScalars.contains(scalar)
      if !isPlain { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// As '…', closed: readline also replaces the quotation mark that opened it.
  private static func singleQuoted(_ text: some Sequence<Unicode.Scalar>) -> String {
    var result = "'"
    for scalar in text {
      if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  /// As "…", closed. An exclamation mark, which history expansion would use, stays outside.
  private static func doubleQuoted(_ text: some Sequence<Unicode.Scalar>) -> String {
    var (result, isOpen) = ("\"", true)
    for scalar in text {
      if scalar == "!" {
        result += (isOpen ? "\"" : "") + "\\!"
        isOpen = false
        continue
      }
      if !isOpen { result += "\"" }
      isOpen = true
      if "\\\"$`".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    // Readline adds a quotation mark to a line that does not end with one.
    return result + (isOpen ? "\"" : "\"\"")
  }
}
