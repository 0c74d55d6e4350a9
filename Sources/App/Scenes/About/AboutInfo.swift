import Core
import Service
import Sync

/// What the About window shows, besides the application's name.
struct AboutInfo: Equatable, Sendable {
  var version: String
  /// What is new, as `adw_about_window_set_release_notes` takes it; nil leaves it out.
  var releaseNotes: String?
  /// The version of SQLite.
  var engine: String

  static let website = "https://github.com/optimist-todo/Optimist"
  static let issues = website + "/issues"

  /// Information for finding a bug; it contains nothing that identifies the user.
  /// - Parameters:
  ///   - toolkit: names of libraries with their versions.
  ///   - environment: variables of the process.
  ///   - sandbox: the content of `/.flatpak-info`; nil outside a sandbox.
  func debugInfo(
    toolkit: [(name: String, version: String)], environment: [String: String], sandbox: String?
  ) -> String {
    var lines = ["Optimist \(version)"]
    lines += toolkit.map { "\($0.name) \($0.version)" }
    lines.append("SQLite \(engine)")
    for name in ["XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "GDK_BACKEND", "GSK_RENDERER", "LANG"] {
      if let value = environment[name], !value.isEmpty { lines.append("\(name): \(value)") }
    }
    let runtime = sandbox?.split(separator: "\n").first { $0.hasPrefix("runtime=") }
    lines.append("Runtime: \(runtime.map { String($0.dropFirst(8)) } ?? "host")")
    return lines.joined(separator: "\n")
  }

  /// The notes of the newest release in the metainfo file; nil if there are none, or if they are in several languages.
  static func releaseNotes(metainfo: String) -> String? {
    guard let releases = metainfo.firstRange(of: "<releases>"),
      let start = metainfo[releases.upperBound...].firstRange(of: "<description"),
      let open = metainfo[start.upperBound...].firstRange(of: ">"),
      let end = metainfo[open.upperBound...].firstRange(of: "</description>")
    else { return nil }
    let notes = metainfo[open.upperBound..<end.lowerBound]
    return notes.contains("xml:lang") ? nil : String(notes)
  }
}
