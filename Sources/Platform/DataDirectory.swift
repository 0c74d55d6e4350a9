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

  package var icons: String { "\(path)/icons" }

  /// The app's description for software centres.
  package var metainfo: String { "\(path)/metainfo/\(DataDirectory.applicationID).metainfo.xml" }

  /// Contains `gschemas.compiled`.
  package var schemas: String { "\(path)/glib-2.0/schemas" }

  package var hasCompiledSchemas: Bool {
    g_file_test("\(schemas)/gschemas.compiled", G_FILE_TEST_IS_REGULAR) != 0
  }

  /// The absolute path of the program.
  package static func executable() -> String? {
    guard let target = g_file_read_link("/proc/self/exe", nil) else { return nil }
    defer { g_free(target) }
    return String(cString: target)
  }
}
