import Glibc

/// Protects files from other users of the computer: mode 0600 in folders of mode 0700, whatever the umask and
/// the earlier modes.
public enum PrivateFiles {
  /// The permissions of group and others. The owner's are left alone, so a read-only file stays read-only.
  private static let others: mode_t = 0o077

  /// Creates a folder and its missing parents for the user only. An existing folder loses the permissions of
  /// others; its parents are not changed.
  /// - Returns: whether the folder exists now.
  public static func makeFolder(_ path: String) -> Bool {
    if isFolder(path) {
      restrictPermissions(path)
      return true
    }
    let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    if !parent.isEmpty, !isFolder(String(parent)), !makeFolder(String(parent)) { return false }
    if mkdir(path, 0o700) == 0 { return chmod(path, 0o700) == 0 }
    // Another process may have created it first.
    return errno == EEXIST && isFolder(path)
  }

  /// Creates an empty file if there is none, so that it has the right mode from the start. SQLite gives the
  /// files beside a database the mode of the database.
  /// - Throws: ``StoreError``.
  public static func makeFile(_ path: String) throws(StoreError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    let failure = errno
    guard file >= 0 else {
      switch failure {
      case ENOSPC, EDQUOT: throw .diskFull
      case EACCES, EROFS, EPERM: throw .readOnly
      default: throw .cannotOpen(detail: "\(path): error \(failure)")
      }
    }
    defer { close(file) }
    // The umask may have removed permissions.
    var status = stat()
    if fstat(file, &status) == 0, status.st_size == 0 { fchmod(file, 0o600) }
  }

  /// Removes the permissions of others from a file or folder. Symbolic links are not followed. If that is
  /// impossible, as on a drive without modes, nothing changes.
  public static func restrictPermissions(_ path: String) { restrictPermissions(AT_FDCWD, path) }

  /// The same for a folder and everything in it.
  public static func restrictPermissionsOfContents(in path: String) {
    restrictPermissionsOfContents(AT_FDCWD, path, depth: 1)
  }

  // MARK: Parts

  /// Names are passed as bytes, because they need not be UTF-8.
  private static func restrictPermissionsOfContents(
    _ parent: Int32, _ name: UnsafePointer<CChar>, depth: Int
  ) {
    restrictPermissions(parent, name)
    let handle = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard handle >= 0 else { return }
    guard let folder = fdopendir(handle) else {
      close(handle)
      return
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        // The C library terminates each name with a zero.
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return }
          if depth > 0, entry.pointee.d_type == UInt8(DT_DIR) {
            restrictPermissionsOfContents(handle, name, depth: depth - 1)
          } else {
            restrictPermissions(handle, name)
          }
        }
      }
    }
  }

  private static func restrictPermissions(_ folder: Int32, _ name: UnsafePointer<CChar>) {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT), status.st_mode & others != 0
    else { return }
    fchmodat(folder, name, status.st_mode & 0o7777 & ~others, 0)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
