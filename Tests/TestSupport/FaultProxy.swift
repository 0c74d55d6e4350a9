import Basics
import Foundation
import Glibc
import Synchronization

/// A small HTTP proxy on 127.0.0.1 that injects faults.
///
/// Each connection carries one request. Planned faults are used one by one; after that, requests are forwarded
/// (``Fault/pass``) if there is an upstream server, and answered with an empty 200 otherwise.
public final class FaultProxy: Sendable {
  public enum Fault: Sendable {
    /// Forwards the request to the server, and its answer to the client.
    case pass
    /// Like ``pass``, after a delay.
    case delay(Duration)
    /// Forwards the request and changes the answer: the lines of its head, and its body.
    case edit(@Sendable (_ lines: [String], _ body: String) -> (lines: [String], body: String))
    /// Chooses the fault depending on the request.
    case choose(@Sendable (Request) -> Fault)
    /// Forwards the request, then cuts the connection instead of answering.
    case loseAnswer
    /// Resets the connection once the request was read.
    case reset
    /// Reads the request and never answers.
    case hang
    /// Sends these bytes and closes the connection.
    case raw([UInt8])
    /// Answers with a status, header lines and a body.
    case answer(status: Int, headers: [String] = [], body: String)
    /// Sends an endless body as fast as the client reads it.
    case endless
    /// Sends an endless body, a byte at a time.
    case drip(every: Duration)
    /// Sends a beginning, then the same bytes again and again, as fast as the client reads them or one piece at a time.
    case repeating(after: String, [UInt8], every: Duration? = nil)
    /// Sends less than its header announces.
    case cutShort
  }

  /// A received request.
  public struct Request: Hashable, Sendable {
    public let head: String
    public let body: String

    /// `PROPFIND` for instance.
    public var method: String { String(head.prefix { $0 != " " }) }

    /// The value of a header field; the case of the name is ignored.
    public func header(_ name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == name.lowercased() else { continue }
        return parts[1].trimmingCharacters(in: .whitespaces)
      }
      return nil
    }
  }

  private struct State {
    var faults: [Fault] = []
    var always: Fault?
    var requests: [Request] = []
    var open: Set<Int32> = []
    var endlessBytes = 0
    var connections = 0
    var isStopped = false
  }

  public let port: UInt16
  private let listener: Int32
  private let upstream: UInt16?
  private let greeting: [UInt8]?
  private let state = Mutex(State())

  /// - Parameters:
  ///   - upstream: the port of the upstream server on 127.0.0.1.
  ///   - greeting: bytes sent at once after a client has connected, before anything is read; the connection then ends.
  public init(upstream: UInt16? = nil, greeting: [UInt8]? = nil) throws {
    (listener, port) = try LoopbackSocket.listen()
    self.upstream = upstream
    self.greeting = greeting
    LoopbackSocket.accept(on: listener, for: self) { $0.serve($1) }
  }

  deinit {
    stop()
  }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(port)" }

  public var requests: [Request] { state.withLock { $0.requests } }

  /// The number of connections so far.
  public var connections: Int { state.withLock { $0.connections } }

  /// The number of bytes of endless bodies that were sent.
  public var endlessBytes: Int { state.withLock { $0.endlessBytes } }

  /// Plans faults for the next requests, one each.
  public func plan(_ faults: [Fault]) {
    state.withLock { $0.faults += faults }
  }

  /// Sets the fault of every request without a planned one; nil is the usual behaviour.
  public func always(_ fault: Fault?) {
    state.withLock { $0.always = fault }
  }

  /// Closes the port and cuts every connection.
  public func stop() {
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  private func serve(_ connection: Int32) {
    let isStopped = state.withLock { state in
      state.open.insert(connection)
      state.connections += 1
      return state.isStopped
    }
    Thread.detachNewThread { [self] in
      if let greeting {
        _ = LoopbackSocket.write(greeting, to: connection)
        _ = LoopbackSocket.read(from: connection)
      } else if !isStopped, let request = Self.readRequest(connection) {
        let fault: Fault = state.withLock { state in
          state.requests.append(request)
          if !state.faults.isEmpty { return state.faults.removeFirst() }
          return state.always ?? (upstream == nil ? .answer(status: 200, body: "") : .pass)
        }
        if perform(fault, request, connection) {
          finish(connection, by: LoopbackSocket.reset)
          return
        }
      }
      finish(connection) { _ = close($0) }
    }
  }

  private func finish(_ connection: Int32, by end: (Int32) -> Void) {
    state.withLock { state in
      state.open.remove(connection)
      end(connection)
    }
  }

  /// Executes a fault.
  /// - Returns: whether the connection has to be reset rather than closed.
  private func perform(_ fault: Fault, _ request: Request, _ connection: Int32) -> Bool {
    switch fault {
    case .pass:
      forward(request) { _ = LoopbackSocket.write($0, to: connection) }
    case .delay(let duration):
      Thread.sleep(forTimeInterval: duration / .seconds(1))
      if upstream == nil {
        _ = LoopbackSocket.write(Self.bytes(status: 200, [], "{}"), to: connection)
      } else {
        forward(request) { _ = LoopbackSocket.write($0, to: connection) }
      }
    case .edit(let change):
      forward(request) { bytes in
        _ = LoopbackSocket.write(Self.edited(bytes, change), to: connection)
      }
    case .choose(let choice):
      return perform(choice(request), request, connection)
    case .loseAnswer:
      forward(request) { _ in }
      return true
    case .reset:
      return true
    case .hang:
      while !LoopbackSocket.read(from: connection).isEmpty {}
    case .raw(let bytes):
      _ = LoopbackSocket.write(bytes, to: connection)
    case .answer(let status, let headers, let body):
      _ = LoopbackSocket.write(Self.bytes(status: status, headers, body), to: connection)
    case .endless:
      _ = LoopbackSocket.write(Self.openEnd, to: connection)
      let chunk = [UInt8](repeating: UInt8(ascii: " "), count: 64 * 1024)
      while LoopbackSocket.write(chunk, to: connection) {
        state.withLock { $0.endlessBytes += chunk.count }
      }
    case .drip(let pause):
      _ = LoopbackSocket.write(Self.openEnd, to: connection)
      while LoopbackSocket.write([UInt8(ascii: " ")], to: connection) {
        Thread.sleep(forTimeInterval: pause / .seconds(1))
      }
    case .repeating(let beginning, let piece, let pause):
      _ = LoopbackSocket.write(Array(beginning.utf8), to: connection)
      let count = pause == nil ? max(1, 64 * 1024 / max(1, piece.count)) : 1
      let block = Array(repeatElement(piece, count: count).joined())
      while LoopbackSocket.write(block, to: connection) {
        state.withLock { $0.endlessBytes += block.count }
        if let pause { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
      }
    case .cutShort:
      _ = LoopbackSocket.write(
        Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n[{".utf8), to: connection)
    }
    return false
  }

  /// Forwards a request and passes the complete answer to `receive`.
  private func forward(_ request: Request, _ receive: ([UInt8]) -> Void) {
    guard let upstream, let server = try? LoopbackSocket.connect(port: upstream) else { return }
    defer { close(server) }
    let head = Self.closing(request.head)
    guard LoopbackSocket.write(Array((head + request.body).utf8), to: server) else { return }
    guard let answer = LoopbackSocket.readMessage(from: server) else { return }
    receive(Array(Self.closing(answer.head).utf8) + answer.body)
  }

  private static func edited(
    _ bytes: [UInt8], _ change: ([String], String) -> (lines: [String], body: String)
  ) -> [UInt8] {
    let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    let lines = (parts.first ?? "").components(separatedBy: "\r\n")
    let result = change(lines, parts.dropFirst().joined(separator: "\r\n\r\n"))
    let head = result.lines.filter { !$0.lowercased().hasPrefix("content-length:") }
    return Array(
      (head + ["Content-Length: \(result.body.utf8.count)"]).joined(separator: "\r\n").utf8)
      + Array(("\r\n\r\n" + result.body).utf8)
  }

  /// A head that announces the end of the connection after this message.
  private static func closing(_ head: String) -> String {
    let lines = head.split(separator: "\r\n").filter { line in
      !line.lowercased().hasPrefix("connection:")
    }
    return lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n"
  }

  private static let openEnd = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n".utf8)

  private static func bytes(status: Int, _ headers: [String], _ body: String) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status) Test", "Content-Length: \(body.utf8.count)", "Connection: close"]
      + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
  }

  static func readRequest(_ connection: Int32) -> Request? {
    LoopbackSocket.readMessage(from: connection).map { message in
      Request(head: message.head, body: String(decoding: message.body, as: UTF8.self))
    }
  }
}
