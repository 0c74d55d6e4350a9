import Basics
import Core
import Glibc
import Sync

/// A lock on a file that is released when the process ends. Uses Linux's open file description locks
/// (https://man7.org/linux/man-pages/man2/fcntl.2.html). Others can test the lock without taking it.
package final class FileLock: Sendable {
  private let handle: Int32

  /// The C library offers these to GNU programs only.
  private enum Command {
    static let ask: Int32 = 36  // F_OFD_GETLK
    static let take: Int32 = 37  // F_OFD_SETLK
    static let wait: Int32 = 38  // F_OFD_SETLKW
  }

  /// Opens the file, creating it if needed; nothing is locked yet. Deinitialising releases the lock.
  package init?(_ path: String) {
    handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if handle < 0 { return nil }
    PrivateFiles.restrictPermissions(path)
  }

  deinit {
    close(handle)
  }

  /// Takes the lock if it is free.
  /// - Returns: false if somebody else holds it. Where files cannot be locked, everybody gets it.
  package func take() -> Bool {
    run(Command.take).0 == 0 || (errno != EAGAIN && errno != EACCES)
  }

  /// Takes the lock, blocking the thread until it is free.
  package func wait() {
    while run(Command.wait).0 != 0, errno == EINTR {}
  }

  /// Releases the lock now, whoever else refers to this object.
  package func release() {
    _ = run(Command.take, F_UNLCK)
  }

  /// Whether somebody else holds the lock.
  package var isTaken: Bool {
    let (status, kind) = run(Command.ask)
    return status == 0 && kind != F_UNLCK
  }

  /// The text that the holder wrote.
  package var text: String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, pread(handle, &bytes, bytes.count, 0))
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  /// Writes a text for others. Errors are ignored, because the text is only a hint.
  package func write(_ text: String) {
    let bytes = Array(text.utf8)
    if ftruncate(handle, 0) == 0 { _ = pwrite(handle, bytes, bytes.count, 0) }
  }

  private func run(_ command: Int32, _ kind: Int32 = F_WRLCK) -> (Int32, kind: Int) {
    var lock = Glibc.flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    let status = fcntl(handle, command, &lock)
    return (status, Int(lock.l_type))
  }
}
