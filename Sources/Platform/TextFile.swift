import CGLib

/// Small files that come with the app or the system.
package enum TextFile {
  /// The text of a file; nil if it does not exist or is not text.
  package static func read(_ path: String) -> String? {
    var content: UnsafeMutablePointer<CChar>?
    guard g_file_get_contents(path, &content, nil, nil) != 0, let content else { return nil }
    defer { g_free(content) }
    return String(validatingCString: content)
  }
}
