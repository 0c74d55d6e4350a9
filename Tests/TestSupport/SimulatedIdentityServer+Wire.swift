import Foundation
import Glibc

extension SimulatedIdentityServer {
  /// Accepts connections on a thread of its own until the port is closed; each carries one request.
  func serve() {
    let listener = listener
    Thread.detachNewThread { [weak self] in
      // This thread alone closes the port: its number may belong to somebody else afterwards.
      defer { close(listener) }
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        self.exchange(connection)
      }
    }
  }

  private func exchange(_ connection: Int32) {
    Thread.detachNewThread { [self] in
      defer { close(connection) }
      guard let request = Self.readRequest(connection) else { return }
      let (status, body) = answer(to: request)
      let data = (try? JSONSerialization.data(withJSONObject: body)) ?? Data()
      let head = [
        "HTTP/1.1 \(status) Simulated", "Content-Type: application/json; charset=UTF-8",
        "Content-Length: \(data.count)", "Connection: close",
      ].joined(separator: "\r\n")
      _ = LoopbackSocket.write(Array((head + "\r\n\r\n").utf8) + data, to: connection)
    }
  }

  /// Reads a head and as many bytes of body as it announces.
  private static func readRequest(_ connection: Int32) -> FaultProxy.Request? {
    var bytes: [UInt8] = []
    while true {
      let more = LoopbackSocket.read(from: connection)
      guard !more.isEmpty else { return nil }
      bytes += more
      guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      let length = FaultProxy.Request(head: head, body: "").header("content-length") ?? ""
      guard bytes.count - end.upperBound >= Int(length) ?? 0 else { continue }
      let body = String(decoding: bytes[end.upperBound...], as: UTF8.self)
      return FaultProxy.Request(head: head, body: body)
    }
  }
}
