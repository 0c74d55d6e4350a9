import CGLib
import Glibc

/// The file that lets the desktop start the app at login
/// (https://specifications.freedesktop.org/autostart-spec/latest/).
package struct AutostartEntry: Equatable, Sendable {
  /// The command by which the app is started without a window; the first word is looked up in `PATH`.
  package static let arguments = ["optimist", "--gapplication-service"]

  package let path: String
  /// The absolute path of the program.
  package let program: String

  package init(path: String, program: String) {
    self.path = path
    self.program = program
  }

  /// The entry in the user's autostart folder.
  package static func standard() -> AutostartEntry {
    AutostartEntry(
      path: "\(UserDirectories.configuration)/autostart/\(DataDirectory.applicationID).desktop",
      program: DataDirectory.executable() ?? "optimist")
  }

  package var exists: Bool { UserDirectories.isFile(path) }

  /// - Returns: why it was not written, in English; nil if it was.
  package func write() -> String? {
    let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    g_mkdir_with_parents(String(folder), 0o700)
    var problem: UnsafeMutablePointer<GError>?
    guard g_file_set_contents(path, text, -1, &problem) == 0 else { return nil }
    defer { g_clear_error(&problem) }
    return problem?.pointee.message.map { String(cString: $0) } ?? "not written"
  }

  /// - Returns: why it could not be removed, in English; nil if it is gone.
  package func remove() -> String? {
    guard unlink(path) != 0, errno != ENOENT else { return nil }
    return String(cString: strerror(errno))
  }

  var text: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Optimist
    Exec=\(Self.quoted(program)) \(Self.arguments.dropFirst().joined(separator: " "))
    Icon=\(DataDirectory.applicationID)
    NoDisplay=true
    X-GNOME-UsesNotifications=true

    """
  }

  /// A path as an argument of an Exec line: quoted there, and once more as the value of a key
  /// (https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html).
  static func quoted(_ path: String) -> String {
    var quoted = ""
    for character in path {
      switch character {
      case "\"", "`", "$": quoted += "\\\\\(character)"
      case "\\": quoted += "\\\\\\\\"
      case "%": quoted += "%%"
      default: quoted.append(character)
      }
    }
    return "\"\(quoted)\""
  }
}
