import Foundation
import Glibc
import Synchronization

/// A server of the end-to-end tests' harness, in a process of its own that ends with this one
/// (`Tests/EndToEnd/served.py` describes the protocol between them).
final class HarnessServer: Sendable {
  /// Why there is no server.
  struct Unavailable: Error, Sendable {
    let reason: String
  }

  private struct Channel {
    let process: pid_t
    /// Its standard input and output.
    let socket: Int32
    /// The bytes read after the last complete line.
    var rest: [UInt8] = []
    var isOpen = true
  }

  let port: UInt16
  private let channel: Mutex<Channel>

  /// Starts a server and waits until it listens.
  /// - Parameter command: the server's name in `served.py`, and its arguments.
  /// - Throws: ``Unavailable`` if it cannot be run.
  init(_ command: String..., file: StaticString = #filePath) throws {
    let tests = "/" + "\(file)".split(separator: "/").dropLast(2).joined(separator: "/")
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw Unavailable(reason: "no pair of sockets (\(errno))")
    }
    let process: pid_t
    do throws(ChildProcess.Failure) {
      process = try ChildProcess.spawn(
        ["/usr/bin/python3", tests + "/EndToEnd/served.py"] + command,
        ProcessInfo.processInfo.environment, end: ends[1])
    } catch {
      close(ends[0])
      throw Unavailable(reason: "/usr/bin/python3 cannot be started (\(error.code))")
    }
    var channel = Channel(process: process, socket: ends[0])
    do {
      let beginning = try Self.line(&channel)
      if let reason = beginning["missing"] as? String { throw Unavailable(reason: reason) }
      port = UInt16(truncatingIfNeeded: beginning["port"] as? Int ?? 0)
    } catch {
      Self.end(&channel)
      throw error
    }
    self.channel = Mutex(channel)
  }

  deinit {
    stop()
  }

  /// Calls a method of the server.
  /// - Returns: its result, as decoded from JSON.
  @discardableResult
  func call(_ method: String, _ arguments: String...) -> Any? {
    call(method, with: arguments)
  }

  @discardableResult
  func call(_ method: String, with arguments: [String]) -> Any? {
    order(["call": method, "arguments": arguments])["result"]
  }

  /// Sets an attribute of the server.
  func set(_ attribute: String, _ value: any Sendable) {
    _ = order(["set": attribute, "value": value])
  }

  /// Ends the server.
  func stop() {
    channel.withLock { Self.end(&$0) }
  }

  /// Sends an order and returns the answer. Orders to a server that has ended are ignored, as by a server in this
  /// process.
  private func order(_ order: [String: Any]) -> [String: Any] {
    guard let data = try? JSONSerialization.data(withJSONObject: order) else { return [:] }
    return channel.withLock { channel in
      guard channel.isOpen else { return [:] }
      let line = Array(data) + [UInt8(ascii: "\n")]
      guard LoopbackSocket.write(line, to: channel.socket) else { return [:] }
      return (try? Self.line(&channel)) ?? [:]
    }
  }

  private static func end(_ channel: inout Channel) {
    guard channel.isOpen else { return }
    channel.isOpen = false
    close(channel.socket)
    kill(-channel.process, SIGKILL)
    var status: Int32 = 0
    waitpid(channel.process, &status, 0)
  }

  private static func line(_ channel: inout Channel) throws -> [String: Any] {
    while true {
      if let end = channel.rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Data(channel.rest[..<end])
        channel.rest.removeFirst(end + 1)
        return try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
      }
      let bytes = LoopbackSocket.read(from: channel.socket)
      guard !bytes.isEmpty else { throw Unavailable(reason: "the server has ended") }
      channel.rest += bytes
    }
  }
}
