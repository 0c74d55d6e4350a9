import Basics
import Core
import FoundationEssentials

/// JSON for requests and answers.
enum FirestoreJSON {
  /// Encodes JSON with sorted keys.
  static func encode(_ value: some Encodable) throws(SyncError) -> Data {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(value)
    } catch {
      throw .protocolViolation(detail: "request cannot be written")
    }
  }

  /// Decodes JSON. An error's detail names the place, never the content.
  static func decode<T: Decodable>(_ type: T.Type, from body: Data) throws(SyncError) -> T {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch let error as DecodingError {
      throw .protocolViolation(detail: "answer is not as documented" + place(of: error))
    } catch {
      throw .protocolViolation(detail: "answer is not JSON")
    }
  }

  /// Reads JSON value by value, where an answer may be large.
  static func read<T>(
    _ body: Data, _ value: (inout JSONReader) throws(JSONReader.Failure) -> T
  ) throws(SyncError) -> T {
    do throws(JSONReader.Failure) {
      return try JSONReader.read(body, value)
    } catch {
      switch error {
      case .syntax: throw .protocolViolation(detail: "answer is not JSON")
      case .unexpected: throw .protocolViolation(detail: "answer is not as documented")
      }
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
    return names.isEmpty ? "" : (", at " + names).asErrorDetail
  }
}
