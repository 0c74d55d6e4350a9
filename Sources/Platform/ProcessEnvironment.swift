import CGLib

/// The variables of this process, for another one.
package enum ProcessEnvironment {
  /// Lends them as bytes: a path in them need not be UTF-8.
  package static func withCopy(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Void
  ) {
    let copy = g_get_environ()
    defer { g_strfreev(copy) }
    body(copy)
  }
}
