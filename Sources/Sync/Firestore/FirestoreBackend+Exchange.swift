import Core

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FirestoreBackend {
  static let tooLarge = SyncError(HTTPFailure.tooLarge(limit: maxResponseBytes))

  /// Makes an exchange and throws for everything but a success.
  func send(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool = false
  ) async throws(SyncError) -> HTTPResponse {
    guard
      let response = try await answer(method, url, body: body, isConditional: isConditional)
    else { throw Self.tooLarge }
    return response
  }

  /// As ``send(_:_:body:isConditional:)``, but nil for an answer over the limit. A token that is not
  /// accepted is renewed once.
  func answer(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool
  ) async throws(SyncError) -> HTTPResponse? {
    let token = try await tokens.token()
    do throws(SyncError) {
      return try await answer(method, url, body: body, isConditional: isConditional, token: token)
    } catch {
      guard error == .authentication, let token else { throw error }
      await tokens.refuse(token)
      guard let renewed = try await tokens.token(), renewed != token else { throw error }
      return try await answer(
        method, url, body: body, isConditional: isConditional, token: renewed)
    }
  }

  private func answer(
    _ method: HTTPRequest.Method, _ url: String, body: Data?, isConditional: Bool, token: String?
  ) async throws(SyncError) -> HTTPResponse? {
    var headers = ["Accept": "application/json"]
    if body != nil { headers["Content-Type"] = "application/json" }
    if let token { headers["Authorization"] = "Bearer " + token }
    let request = HTTPRequest(
      method: method, url: url, headers: headers, body: body,
      maxResponseBytes: Self.maxResponseBytes, timeout: timeout)
    let response: HTTPResponse
    do {
      response = try await transport.send(request)
    } catch {
      if case .tooLarge = error { return nil }
      throw SyncError(error)
    }
    if let error = FirestoreErrorClassifier.error(
      of: response, isConditional: isConditional, now: clock.now())
    {
      throw error
    }
    return response
  }

  /// Writes JSON, always in the same order.
  static func encode(_ value: some Encodable) throws(SyncError) -> Data {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    } catch {
      throw .protocolViolation(detail: "request cannot be written")
    }
  }

  /// Reads JSON. The detail of a failure names the place, never the content.
  static func decode<T: Decodable>(_ type: T.Type, from body: Data) throws(SyncError) -> T {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch let error as DecodingError {
      throw .protocolViolation(detail: "answer is not as documented" + place(of: error))
    } catch {
      throw .protocolViolation(detail: "answer is not JSON")
    }
  }

  private static func place(of error: DecodingError) -> String {
    let path =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.codingPath
      @unknown default: [] as [any CodingKey]
      }
    let names = path.map(\.stringValue).joined(separator: ".")
    return names.isEmpty ? "" : ", at " + names
  }
}
