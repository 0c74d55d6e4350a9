import Foundation
import Glibc

/// The few socket calls that the test servers need, on 127.0.0.1.
enum LoopbackSocket {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// Opens a listening socket on a free port.
  static func listen() throws(Failure) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = loopback(port: 0)
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard bound == 0, Glibc.listen(descriptor, 64) == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(call: "bind", code: code)
    }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let named = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard named == 0 else { throw Failure(call: "getsockname", code: errno) }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Accepts connections on a thread of its own until the listener is shut down or its owner is gone.
  static func accept<Owner: AnyObject & Sendable>(
    on listener: Int32, for owner: Owner, _ onConnection: @escaping @Sendable (Owner, Int32) -> Void
  ) {
    Thread.detachNewThread { [weak owner] in
      // Only this thread closes the port, because its number may be reused afterwards.
      defer { close(listener) }
      while true {
        let connection = Glibc.accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let owner else {
          close(connection)
          return
        }
        onConnection(owner, connection)
      }
    }
  }

  /// Reads an HTTP message: a head, and as many bytes of body as it announces. Nil if the connection ends before that.
  static func readMessage(from connection: Int32) -> (head: String, body: [UInt8])? {
    var bytes: [UInt8] = []
    let separator = Array("\r\n\r\n".utf8)
    while true {
      let more = read(from: connection)
      guard !more.isEmpty else { return nil }
      bytes += more
      guard let end = bytes.firstRange(of: separator) else { continue }
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      let request = FaultProxy.Request(head: head, body: "")
      // An answer without a length ends with the connection.
      let isOpen = head.hasPrefix("HTTP/") && request.header("content-length") == nil
      while isOpen {
        let more = read(from: connection)
        guard !more.isEmpty else { break }
        bytes += more
      }
      let expected = Int(request.header("content-length") ?? "") ?? 0
      while bytes.count - end.upperBound < expected {
        let more = read(from: connection)
        guard !more.isEmpty else { return nil }
        bytes += more
      }
      return (head, Array(bytes[end.upperBound...]))
    }
  }

  static func connect(port: UInt16) throws(Failure) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | closeOnExec, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var address = loopback(port: port)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(call: "connect", code: code)
    }
    return descriptor
  }

  /// Writes all bytes; false if the other side is gone.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next bytes; empty at the end of the data or after a failure.
  static func read(from descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : []
  }

  /// Closes with a reset instead of an orderly shutdown.
  static func reset(_ descriptor: Int32) {
    var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    close(descriptor)
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static let closeOnExec = Int32(SOCK_CLOEXEC.rawValue)
  private static let noSignal = Int32(MSG_NOSIGNAL)
}
