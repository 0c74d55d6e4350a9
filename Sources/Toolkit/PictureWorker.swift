import CGtk
import Glibc
import Platform

/// The process in which pictures are decoded. It reads one file after another from its standard input and
/// answers there.
///
/// It has no window, files or network, and only as much memory and time as a profile picture needs; exceeding
/// that ends it.
package enum PictureWorker {
  /// The only command-line argument of such a process.
  package static let argument = "decode-pictures"
  /// The memory for decoding, in bytes, on top of what an idle process uses: a progressive JPEG with the most
  /// pixels needs 144 MB.
  package static let memory: UInt = 256 * 1024 * 1024
  /// The processor time limit for one picture, in seconds.
  package static let secondsPerPicture = 3
  /// The time limit for one picture, in seconds.
  package static let patience = 10
  /// The processor time limit for all pictures of one process, in seconds.
  package static let secondsPerProcess: UInt = 60

  /// Serves until the input ends, if this process was started for that.
  package static func runIfAsked(_ arguments: [String]) {
    guard arguments.count == 2, arguments[1] == argument, isSocket(STDIN_FILENO) else { return }
    guard confine() else { exit(1) }
    serve(STDIN_FILENO)
    exit(0)
  }

  private static func isSocket(_ descriptor: CInt) -> Bool {
    var (kind, length): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
    return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
  }

  /// Gives up every privilege that decoding does not need.
  /// - Returns: whether that worked.
  private static func confine() -> Bool {
    PixbufDecoder.prepare()
    PNGFile.prepare()
    optimist_clear_allocations()
    // glycin's processes are confined better than this one, and have to be started.
    if optimist_pixbuf_uses_glycin() != 0 { return true }
    return optimist_limit_resources(memory, secondsPerProcess) != 0
      && optimist_refuse_system_calls() != 0
  }

  private static func serve(_ socket: CInt) {
    while let head = read(PictureMessage.lengthSize, from: socket),
      let length = PictureMessage.length(head), let file = read(length, from: socket)
    {
      optimist_end_after(secondsPerPicture, patience)
      let answer = answer(file)
      optimist_end_after(0, 0)
      guard write(answer, to: socket) else { return }
    }
  }

  private static func answer(_ file: [UInt8]) -> [UInt8] {
    do throws(PictureDecodingError) {
      let picture = try PixbufDecoder.decode(file)
      let head = PictureMessage.Head.picture(
        width: picture.width, height: picture.height, channels: picture.hasAlpha ? 4 : 3)
      return head.bytes + picture.pixels
    } catch {
      return PictureMessage.Head.failure(error).bytes
    }
  }

  /// - Returns: nil if the other end is closed.
  private static func read(_ count: Int, from socket: CInt) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let length = bytes.withUnsafeMutableBytes { buffer in
        recv(socket, buffer.baseAddress.map { $0 + filled }, count - filled, 0)
      }
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return nil }
      filled += length
    }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to socket: CInt) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let length = bytes.withUnsafeBytes { buffer in
        send(socket, buffer.baseAddress.map { $0 + sent }, bytes.count - sent, CInt(MSG_NOSIGNAL))
      }
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { return false }
      sent += length
    }
    return true
  }
}
