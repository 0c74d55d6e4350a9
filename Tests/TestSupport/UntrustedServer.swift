import Foundation

/// An HTTPS server on this computer with a certificate that it has signed itself.
public final class UntrustedServer: Sendable {
  /// Why there is no such server; a reason to skip a test by name.
  public struct Unavailable: Error, Sendable {
    public let reason: String
  }

  public let port: UInt16
  private let folder: String
  private let process: pid_t

  /// - Throws: ``Unavailable`` where openssl is not installed.
  public init() throws {
    folder = NSTemporaryDirectory() + "/untrusted-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let (key, certificate) = try Self.makeCertificate(in: folder)
    port = try LoopbackSocket.freePort()
    let server = try Self.start(
      Self.openssl,
      [
        "s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-quiet",
        "-www",
      ])
    process = server.processIdentifier
  }

  /// Ends the server.
  public func stop() {
    kill(process, SIGKILL)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Makes a certificate for localhost that nobody else has signed.
  /// - Returns: the files with the key and with the certificate.
  private static func makeCertificate(in folder: String) throws -> (
    key: String, certificate: String
  ) {
    guard access(openssl, X_OK) == 0 else {
      throw Unavailable(reason: "openssl, which plays the server, is not installed")
    }
    let key = folder + "/key.pem"
    let certificate = folder + "/certificate.pem"
    let making = try start(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
        "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
        "subjectAltName=DNS:localhost",
      ])
    making.waitUntilExit()
    guard making.terminationStatus == 0 else {
      throw Unavailable(reason: "openssl cannot make a certificate")
    }
    return (key, certificate)
  }

  private static let openssl = "/usr/bin/openssl"

  private static func start(_ executable: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }
}
