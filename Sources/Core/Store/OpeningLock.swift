import Basics
import Glibc

/// A lock on the database's folder that lets only one process at a time open the file.
///
/// Once the file is open, SQLite's own locks suffice. If a folder cannot be locked, as on some network
/// drives, nobody waits.
struct OpeningLock: ~Copyable {
  private let folder: Int32

  /// How long to wait for the lock, in milliseconds; as long as for any other lock of the file.
  private static let limit = 5_000
  private static let pause = 10

  /// Waits for the lock.
  /// - Parameter path: of the database.
  /// - Throws: ``StoreError/busy`` if another process holds it for too long.
  init(_ path: String) throws(StoreError) {
    let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    folder = open(name.isEmpty ? "/" : name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    var waited = 0
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard waited < Self.limit else {
        Glibc.close(folder)
        throw .busy
      }
      usleep(UInt32(Self.pause) * 1000)
      waited += Self.pause
    }
  }

  /// Releases the lock.
  func release() {
    if folder >= 0 { Glibc.close(folder) }
  }
}
