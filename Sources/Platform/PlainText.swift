/// Text as a terminal and the journal can bear it.
package enum PlainText {
  /// A text of the user on one line, without anything that a terminal would take for an order.
  package static func line(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if line.last != " " { line.append(" ") }
      // Turns the direction of what follows, or of what stands beside it.
      case .format where scalar.properties.isBidiControl: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
