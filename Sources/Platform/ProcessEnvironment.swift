import CGLib

/// This process's environment variables, to pass to another process.
package enum ProcessEnvironment {
  /// Provides them as bytes, because a path in them need not be UTF-8.
  package static func withCopy<Result>(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Result
  ) -> Result {
    let copy = g_get_environ()
    defer { g_strfreev(copy) }
    return body(copy)
  }
}
