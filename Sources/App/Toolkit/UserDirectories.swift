import CGtk

/// Where the files of the user belong (XDG Base Directory Specification).
enum UserDirectories {
  /// `$XDG_DATA_HOME`, without a slash at the end.
  static var data: String { String(cString: g_get_user_data_dir()) }

  /// `$XDG_CACHE_HOME`, without a slash at the end.
  static var cache: String { String(cString: g_get_user_cache_dir()) }

  /// Makes a folder that only the user can read, with those above it.
  /// - Returns: whether it is there.
  static func makePrivate(_ path: String) -> Bool { g_mkdir_with_parents(path, 0o700) == 0 }

  /// Whether there is a file of this name.
  static func isFile(_ path: String) -> Bool { g_file_test(path, G_FILE_TEST_IS_REGULAR) != 0 }
}
