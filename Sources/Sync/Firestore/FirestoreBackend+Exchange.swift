import Basics
import Core
import FoundationEssentials

extension FirestoreBackend {
  static let tooLarge = FirestoreExchange.tooLarge

  /// The most bytes read from one answer.
  static let maxResponseBytes = FirestoreExchange.maxResponseBytes

  /// Sends a request and throws for everything but a success.
  func send(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool = false
  ) async throws(SyncError) -> HTTPResponse {
    try await exchange.send(method, url, body: body, isConditional: isConditional)
  }

  /// Like ``send(_:_:body:isConditional:)``, but nil for an answer over the limit.
  func answer(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool
  ) async throws(SyncError) -> HTTPResponse? {
    try await exchange.answer(method, url, body: body, isConditional: isConditional)
  }

  static func encode(_ value: some Encodable) throws(SyncError) -> Data {
    try FirestoreJSON.encode(value)
  }

  static func decode<T: Decodable>(_ type: T.Type, from body: Data) throws(SyncError) -> T {
    try FirestoreJSON.decode(type, from: body)
  }
}
