import CGLib
import Glibc

/// The user's base directories (XDG Base Directory Specification,
/// https://specifications.freedesktop.org/basedir-spec/latest/).
package enum UserDirectories {
  /// `$XDG_DATA_HOME`, without a slash at the end.
  package static let data = path(g_get_user_data_dir(), otherwise: ".local/share")

  /// `$XDG_CACHE_HOME`, without a slash at the end.
  package static let cache = path(g_get_user_cache_dir(), otherwise: ".cache")

  /// `$XDG_CONFIG_HOME`, without a slash at the end.
  package static let configuration = path(g_get_user_config_dir(), otherwise: ".config")

  /// Whether a file of this name exists.
  package static func isFile(_ path: String) -> Bool {
    g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0
  }

  /// Ignores a relative path, as the specification asks: it would mean another folder in each working directory. GLib
  /// itself accepts it.
  /// - Parameter usual: the default below the home folder.
  private static func path(_ given: UnsafePointer<CChar>, otherwise usual: String) -> String {
    g_path_is_absolute(given) != 0 ? path(given) : path(g_get_home_dir()) + "/" + usual
  }

  /// A path is bytes, but a Swift string is UTF-8. A folder whose path is not UTF-8 is addressed through an
  /// open handle, which stays open as long as the process lives (proc(5), /proc/self/fd).
  package static func path(_ bytes: UnsafePointer<CChar>) -> String {
    if let path = String(validatingCString: bytes) { return path }
    guard g_mkdir_with_parents(bytes, 0o700) == 0 else { return String(cString: bytes) }
    let handle = open(bytes, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    return handle < 0 ? String(cString: bytes) : "/proc/self/fd/\(handle)"
  }
}
