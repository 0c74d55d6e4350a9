import Basics
import Glibc

/// Lets one process after the other open the file, by a lock on its folder.
///
/// Once it is open, SQLite's own locks do the rest. Where a folder cannot be locked, as on some network
/// drives, everybody has the turn at once.
struct OpeningTurn: ~Copyable {
  private let folder: Int32

  /// Milliseconds that a turn is waited for, as long as for any other lock of the file.
  private static let limit = 5_000
  private static let pause = 10

  /// Waits for the turn.
  /// - Parameter path: of the database.
  /// - Throws: ``StoreError/busy`` if somebody else keeps it for too long.
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

  /// Gives the turn to the next.
  func end() {
    if folder >= 0 { Glibc.close(folder) }
  }
}
