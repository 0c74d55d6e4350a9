import Foundation
import Glibc
import Sync
import Synchronization

/// The official Cloud Firestore emulator, run for the tests.
///
/// It keeps everything in memory and ends with the process that started it, see ``HarnessServer``.
public final class FirestoreEmulator: Sendable {
  /// Why there is no emulator, as a named reason to skip a test.
  public struct Unavailable: Error, CustomStringConvertible, Sendable {
    public let reason: String
    public var description: String { reason }
  }

  /// Rules under which a user may do everything in the user's own tree, and nothing elsewhere.
  public static let ownTreeRules = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        match /users/{user}/{document=**} {
          allow read, write: if request.auth != null && request.auth.uid == user;
        }
      }
    }
    """

  /// The rules shipped with the application.
  /// - Throws: ``Unavailable`` if the file cannot be read.
  public static func deliveredRules(file: StaticString = #filePath) throws -> String {
    let path =
      "/" + "\(file)".split(separator: "/").dropLast(3).joined(separator: "/")
      + "/data/firestore.rules"
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw Unavailable(reason: "data/firestore.rules cannot be read")
    }
  }

  /// The project used by ``wipe()`` and ``setRules(_:)``.
  public let project: String
  private let server: HarnessServer
  private let transport = SoupTransport()

  public var port: UInt16 { server.port }

  /// `127.0.0.1:port`
  public var host: String { "127.0.0.1:\(port)" }

  // MARK: Starting and ending

  private static let sharedStart = Mutex<Task<FirestoreEmulator, any Error>?>(nil)

  /// The emulator that all tests of the process share, with ``deliveredRules(file:)`` and without data.
  /// - Throws: ``Unavailable`` if the emulator is not installed.
  public static func shared() async throws -> FirestoreEmulator {
    let start = sharedStart.withLock { start in
      let task = start ?? Task { try await FirestoreEmulator() }
      start = task
      return task
    }
    let emulator = try await start.value
    try await emulator.wipe()
    try await emulator.setRules(deliveredRules())
    return emulator
  }

  /// Starts an emulator.
  /// - Parameter rules: the text of the security rules.
  /// - Throws: ``Unavailable`` if it is not installed or not up within a minute.
  public init(project: String = "demo-optimist", rules: String = ownTreeRules) async throws {
    self.project = project
    do {
      server = try HarnessServer("emulator", "/dev/null")
    } catch let error as HarnessServer.Unavailable {
      throw Unavailable(reason: error.reason)
    }
    try await setRules(rules)
  }

  deinit {
    stop()
  }

  /// Ends the emulator with all its processes.
  public func stop() {
    server.stop()
  }

  // MARK: Helpers of the emulator

  /// Deletes all documents.
  public func wipe() async throws {
    try await owner(
      .delete, "/emulator/v1/projects/\(project)/databases/(default)/documents", body: nil)
  }

  /// Replaces the security rules.
  public func setRules(_ rules: String) async throws {
    let file = ["name": "security.rules", "content": rules]
    let body = try JSONSerialization.data(withJSONObject: ["rules": ["files": [file]]])
    try await owner(.put, "/emulator/v1/projects/\(project):securityRules", body: body)
  }

  /// The status that a client gets under the rules.
  /// - Parameters:
  ///   - path: the path below the documents folder, such as `users/ann/todos/1` or `:commit`.
  ///   - user: the requesting user; nil sends no token.
  public func status(
    _ method: HTTPRequest.Method, _ path: String, body: [String: Any]? = nil, as user: String?
  ) async throws -> Int {
    var headers: [String: String] = [:]
    if let user, let token = try await EmulatorTokenProvider(user: user).token() {
      headers["Authorization"] = "Bearer " + token
    }
    let data = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    if data != nil { headers["Content-Type"] = "application/json" }
    let separator = path.hasPrefix(":") ? "" : "/"
    return try await transport.send(
      HTTPRequest(
        method: method, url: "http://\(host)\(documents)\(separator)\(path)", headers: headers,
        body: data, maxResponseBytes: 64 * 1024 * 1024, timeout: .seconds(60))
    ).status
  }

  /// Reads a document, ignoring the rules. Each field is returned as `kind:value`, for example `stringValue:Milk`.
  /// - Parameter path: such as `users/ann/todos/1`.
  /// - Returns: nil if there is no such document.
  public func document(_ path: String) async throws -> [String: String]? {
    let answer = try await exchange(.get, documents + "/" + Self.encoded(path), body: nil)
    if answer.status == 404 { return nil }
    let parsed = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
    let fields = parsed?["fields"] as? [String: [String: Any]] ?? [:]
    return fields.mapValues { value in
      value.map { "\($0.key):\($0.value is NSNull ? "" : "\($0.value)")" }.joined()
    }
  }

  /// Writes documents, ignoring the rules.
  /// - Parameter fields: for each path, each field as the JSON of its value.
  public func write(_ fields: [String: [String: Any]]) async throws {
    let paths = fields.keys.sorted()
    for start in stride(from: 0, to: paths.count, by: 400) {
      let writes = paths[start..<min(start + 400, paths.count)].map { path in
        [
          "update": [
            "name": "projects/\(project)/databases/(default)/documents/" + path,
            "fields": fields[path] ?? [:],
          ] as [String: Any]
        ]
      }
      let body = try JSONSerialization.data(withJSONObject: ["writes": writes])
      try await owner(.post, documents + ":commit", body: body)
    }
  }

  /// Removes a document without leaving a tombstone.
  public func erase(_ path: String) async throws {
    try await owner(.delete, documents + "/" + Self.encoded(path), body: nil)
  }

  // MARK: Details

  private var documents: String { "/v1/projects/\(project)/databases/(default)/documents" }

  private func owner(_ method: HTTPRequest.Method, _ path: String, body: Data?) async throws {
    let answer = try await exchange(method, path, body: body)
    guard answer.status == 200 else {
      throw Unavailable(
        reason: "the emulator answered \(answer.status) to \(method.rawValue) \(path): "
          + String(decoding: answer.body, as: UTF8.self))
    }
  }

  private func exchange(_ method: HTTPRequest.Method, _ path: String, body: Data?) async throws
    -> HTTPResponse
  {
    var headers = ["Authorization": "Bearer owner"]
    if body != nil { headers["Content-Type"] = "application/json" }
    return try await transport.send(
      HTTPRequest(
        method: method, url: "http://\(host)\(path)", headers: headers, body: body,
        maxResponseBytes: 64 * 1024 * 1024, timeout: .seconds(60)))
  }

  private static func encoded(_ path: String) -> String {
    path.split(separator: "/").map {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }.joined(separator: "/")
  }
}
