import Foundation
import Glibc

extension SimulatedIdentityServer {
  /// Accepts connections until the port is closed; each carries one request.
  func serve() {
    LoopbackSocket.accept(on: listener, for: self) { $0.exchange($1) }
  }

  private func exchange(_ connection: Int32) {
    Thread.detachNewThread { [self] in
      defer { close(connection) }
      guard let request = FaultProxy.readRequest(connection) else { return }
      let (status, body) = answer(to: request)
      let data = (try? JSONSerialization.data(withJSONObject: body)) ?? Data()
      let head = [
        "HTTP/1.1 \(status) Simulated", "Content-Type: application/json; charset=UTF-8",
        "Content-Length: \(data.count)", "Connection: close",
      ].joined(separator: "\r\n")
      _ = LoopbackSocket.write(Array((head + "\r\n\r\n").utf8) + data, to: connection)
    }
  }
}
