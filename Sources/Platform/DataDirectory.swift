import Basics
import CGLib
import Glibc

/// Where the app's data files are installed: `PREFIX/share`.
package struct DataDirectory: Equatable, Sendable {
  /// The name of the app in data paths and on the bus.
  package static let applicationID = "io.github.optimist_todo.Optimist"

  package let path: String

  /// The environment's `OPTIMIST_DATADIR`, or else `../share` relative to the program's directory.
  package static func installed() -> DataDirectory {
    DataDirectory(
      override: getenv("OPTIMIST_DATADIR").map { String(cString: $0) },
      executable: executable() ?? "/usr/bin/optimist")
  }

  /// - Parameters:
  ///   - override: used as it is, unless nil or empty.
  ///   - executable: the absolute path of the program.
  package init(override: String?, executable: String) {
    if let override, !override.isEmpty {
      path = override
    } else {
      let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
      path = prefix.isEmpty ? "/share" : "/\(prefix)/share"
    }
  }

  /// Contains `ko/LC_MESSAGES/optimist.mo`.
  package var locale: String { "\(path)/locale" }

  package var styleSheet: String { "\(path)/\(DataDirectory.applicationID)/style.css" }

  /// The rules of a Firestore database that keep people's lists apart.
  package var firestoreRules: String {
    "\(path)/\(DataDirectory.applicationID)/firestore.rules"
  }

  /// The commands for Google Cloud Shell that make a Firestore database's indexes.
  package var firestoreIndexes: String {
    "\(path)/\(DataDirectory.applicationID)/firestore-indexes.sh"
  }

  /// The app's description for software centres.
  package var metainfo: String { "\(path)/metainfo/\(DataDirectory.applicationID).metainfo.xml" }

  /// Contains `gschemas.compiled`.
  package var schemas: String { "\(path)/glib-2.0/schemas" }

  package var hasCompiledSchemas: Bool {
    g_file_test("\(schemas)/gschemas.compiled", G_FILE_TEST_IS_REGULAR) != 0
  }

  /// Adds it to the directories in which GTK looks for icons, for an app that is installed in a place of its own. Call
  /// before GLib first asks for these directories.
  ///
  /// GTK can be told later, but has read all themes by then and would read them again.
  package func joinSystemDirectories() {
    let name = "XDG_DATA_DIRS"
    let list = DataDirectory.list(getenv(name).map { String(cString: $0) }, adding: path)
    if let list { setenv(name, list, 1) }
  }

  /// A list of directories as in `XDG_DATA_DIRS`, with one more at the end.
  /// - Parameter list: nil or empty for the default of the XDG Base Directory Specification.
  /// - Returns: nil if the list already contains it.
  package static func list(_ list: String?, adding path: String) -> String? {
    let list = list.flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    func bytes(_ path: Substring) -> Substring.UTF8View {
      path.utf8.last == UInt8(ascii: "/") ? path.dropLast().utf8 : path.utf8
    }
    let isKnown = list.split(separator: ":").contains { bytes($0).elementsEqual(bytes(path[...])) }
    return isKnown ? nil : list + ":" + path
  }

  /// The absolute path of the program.
  package static func executable() -> String? {
    guard let target = g_file_read_link("/proc/self/exe", nil) else { return nil }
    defer { g_free(target) }
    return path(ofLink: String(cString: target))
  }

  /// The kernel marks the path of a program that was replaced while it runs (proc(5), `/proc/pid/exe`). The new one has
  /// the path without the mark.
  static func path(
    ofLink text: String, exists: (String) -> Bool = { UserDirectories.isFile($0) }
  ) -> String {
    let mark = " (deleted)"
    guard text.hasExactSuffix(mark), !exists(text) else { return text }
    return String(decoding: text.utf8.dropLast(mark.utf8.count), as: UTF8.self)
  }
}
