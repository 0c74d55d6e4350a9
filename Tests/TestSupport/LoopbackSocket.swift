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

  /// A port that nothing listened on a moment ago.
  static func freePort() throws(Failure) -> UInt16 {
    let (descriptor, port) = try listen()
    close(descriptor)
    return port
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

  /// False once the other side is gone.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The next bytes; empty at the end or after a failure.
  static func read(from descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : []
  }

  /// Closes with a reset in place of an orderly end.
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
