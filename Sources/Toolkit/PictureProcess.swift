import CGtk
import Glibc
import Platform

/// A process that decodes pictures (``PictureWorker``), on the side of its parent. It ends with this object.
package final class PictureProcess: Sendable {
  package let id: pid_t
  private let socket: CInt

  /// - Parameter program: the path of this program.
  /// - Throws: `unavailable` if the program does not exist, or the system cannot start another process.
  package init(program: String) throws(PictureDecodingError) {
    var ends: [CInt] = [0, 0]
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .unavailable }
    defer { close(ends[1]) }
    var id: pid_t = 0
    let isStarted = Self.withCStrings(["optimist", PictureWorker.argument]) { arguments in
      Self.withCStrings(Self.environment) { environment in
        optimist_spawn(program, arguments, environment, ends[1], &id) == 0
      }
    }
    guard isStarted, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else {
      close(ends[0])
      throw .unavailable
    }
    self.id = id
    socket = ends[0]
  }

  deinit {
    close(socket)
    kill(id, SIGKILL)
    while waitpid(id, nil, 0) < 0, errno == EINTR {}
  }

  /// Decodes a picture; one at a time.
  /// - Parameter patience: the time limit, at least a second.
  /// - Throws: the process's error; `tooCostly` if it ends or takes too long. After this error and after
  ///   `damaged`, use a new process: the file may have compromised this one.
  package func decode(_ file: [UInt8], patience: Duration) throws(PictureDecodingError)
    -> DecodedPicture
  {
    guard file.count <= PictureMessage.longestFile else { throw .tooLarge }
    let deadline = ContinuousClock.now + patience
    try send(PictureMessage.length(of: file) + file, deadline)
    guard let head = PictureMessage.Head(try receive(PictureMessage.headSize, deadline)) else {
      throw .tooCostly
    }
    switch head {
    case .failure(let error): throw error
    case .picture(let width, let height, let channels):
      let pixels = try receive(width * height * channels, deadline)
      return DecodedPicture(width: width, height: height, pixels: pixels, hasAlpha: channels == 4)
    }
  }

  // MARK: The socket

  private func send(_ bytes: [UInt8], _ deadline: ContinuousClock.Instant)
    throws(PictureDecodingError)
  {
    var sent = 0
    while sent < bytes.count {
      let length = bytes.withUnsafeBytes { buffer in
        Glibc.send(
          socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent,
          CInt(MSG_NOSIGNAL))
      }
      if length > 0 { sent += length } else { try wait(POLLOUT, length, deadline) }
    }
  }

  private func receive(_ count: Int, _ deadline: ContinuousClock.Instant)
    throws(PictureDecodingError) -> [UInt8]
  {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let length = bytes.withUnsafeMutableBytes { buffer in
        recv(socket, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
      }
      guard length != 0 else { throw .tooCostly }
      if length > 0 { filled += length } else { try wait(POLLIN, length, deadline) }
    }
    return bytes
  }

  /// After a call that returned this result, waits until it can be repeated.
  private func wait(_ event: CInt, _ result: Int, _ deadline: ContinuousClock.Instant)
    throws(PictureDecodingError)
  {
    guard result < 0, errno == EAGAIN || errno == EINTR else { throw .tooCostly }
    let rest = deadline - .now
    guard rest > .zero else { throw .tooCostly }
    let milliseconds = rest / Duration.milliseconds(1)
    var request = pollfd(fd: socket, events: Int16(event), revents: 0)
    poll(&request, 1, CInt(min(milliseconds.rounded(.up), 60_000)))
  }

  // MARK: Starting

  /// The environment that the process gets: library paths, if libraries are in unusual places. glycin starts
  /// its own processes, over the bus if there is a sandbox.
  private static var environment: [String] {
    let names =
      ["LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"]
      + (optimist_pixbuf_uses_glycin() != 0
        ? ["PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_DATA_DIRS", "DBUS_SESSION_BUS_ADDRESS"] : [])
    return names.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
      // No backtraces, which another program would write.
      + ["SWIFT_BACKTRACE=enable=no"]
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
