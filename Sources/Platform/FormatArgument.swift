import Glibc

/// A value that fills a `%` conversion of a translated text.
package protocol FormatArgument: Sendable {
  /// The value as C passes it on.
  /// - Parameter copies: takes the C strings that must live until the text is made.
  func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg
}

/// Fills `%s`.
extension String: FormatArgument {
  package func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg {
    guard let copy = strdup(shown) else { preconditionFailure("out of memory") }
    copies.append(copy)
    return copy
  }
}

/// Fills `%d`, which shows the values of a 32-bit integer, and `%ld`, which shows all.
extension Int: FormatArgument {
  package func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg { self }
}

/// Fills `%f` and its relatives, with the decimal sign of the locale.
extension Double: FormatArgument {
  package func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg { self }
}
