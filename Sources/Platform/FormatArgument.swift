import Glibc

/// An argument for a `%` conversion in a translated text.
package protocol FormatArgument: Sendable {
  /// The value as a C vararg.
  /// - Parameter copies: collects the C strings that must live until the text is made.
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

/// Fills `%d`, which shows 32-bit integers, and `%ld`, which shows all values.
extension Int: FormatArgument {
  package func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg { self }
}

/// Fills `%f` and its variants, with the locale's decimal separator.
extension Double: FormatArgument {
  package func argument(copies: inout [UnsafeMutablePointer<CChar>]) -> any CVarArg { self }
}
