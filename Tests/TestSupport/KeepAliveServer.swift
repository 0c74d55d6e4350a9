import Foundation
import Synchronization

/// An HTTP server that answers every request with “ok” and keeps its connections, which it counts.
public final class KeepAliveServer: Sendable {
  public let port: UInt16
  private let listener: Int32
  private let count = Mutex(0)
  private let open = Mutex<Set<Int32>>([])

  private static let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
  private static let endOfHead = Array("\r\n\r\n".utf8)

  public init() throws {
    (listener, port) = try LoopbackSocket.listen()
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        count.withLock { $0 += 1 }
        open.withLock { _ = $0.insert(connection) }
        Thread.detachNewThread { [self] in serve(connection) }
      }
      close(listener)
    }
  }

  /// How many connections were made so far.
  public var connections: Int { count.withLock { $0 } }

  /// Closes the port and cuts every connection.
  public func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    open.withLock { open in
      for connection in open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// Requests are expected to have a body of one byte, and one to come after the other.
  private func serve(_ connection: Int32) {
    var bytes: [UInt8] = []
    while true {
      let more = LoopbackSocket.read(from: connection)
      if more.isEmpty { break }
      bytes += more
      guard let end = bytes.firstRange(of: Self.endOfHead), bytes.count > end.upperBound else {
        continue
      }
      bytes = []
      guard LoopbackSocket.write(Self.answer, to: connection) else { break }
    }
    open.withLock { open in
      open.remove(connection)
      close(connection)
    }
  }
}
