import CSoup
import Core
import FoundationEssentials

/// Owns a SoupMessage: a request in libsoup's form, and the head of the answer. Used on ``SoupThread`` only.
final class SoupMessage {
  let pointer: OpaquePointer

  /// Returns nil if the URL, a header field or the body cannot be sent.
  init?(_ request: HTTPRequest) {
    guard let message = soup_message_new(request.method.rawValue, request.url) else { return nil }
    pointer = message
    soup_message_add_flags(message, SOUP_MESSAGE_NO_REDIRECT)
    if request.isRepeatable { soup_message_add_flags(message, SOUP_MESSAGE_IDEMPOTENT) }
    let headers = soup_message_get_request_headers(message)
    soup_message_headers_replace(headers, "Accept-Encoding", "identity")
    var contentType: String?
    for (name, value) in request.headers {
      guard Self.isToken(name), value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
        return nil
      }
      if name.lowercased() == "content-type" {
        contentType = value
      } else {
        soup_message_headers_replace(headers, name, value)
      }
    }
    guard let body = request.body else { return }
    let bytes = body.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    soup_message_set_request_body_from_bytes(
      message, contentType ?? "application/octet-stream", bytes)
    g_bytes_unref(bytes)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  var status: Int { Int(soup_message_get_status(pointer).rawValue) }

  /// The `Content-Length` in bytes; zero if there is none.
  var declaredLength: Int {
    Int(soup_message_headers_get_content_length(soup_message_get_response_headers(pointer)))
  }

  /// Whether the body is encoded although no encoding was requested.
  var isEncoded: Bool {
    let coding = soup_message_headers_get_list(
      soup_message_get_response_headers(pointer), "Content-Encoding")
    return coding.map { String(cString: $0).lowercased() != "identity" } ?? false
  }

  /// The answer's header fields, names in lower case.
  var headers: [String: String] {
    let collected = SoupHeaderList()
    soup_message_headers_foreach(
      soup_message_get_response_headers(pointer),
      { name, value, data in
        guard let name, let value, let data else { return }
        Unmanaged<SoupHeaderList>.fromOpaque(data).takeUnretainedValue()
          .add(String(cString: name), String(cString: value))
      }, Unmanaged.passUnretained(collected).toOpaque())
    return collected.fields
  }

  /// A field name (RFC 9110 §5.1 and §5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
      }
  }
}

/// Collects the header fields that libsoup enumerates.
final class SoupHeaderList {
  private(set) var fields: [String: String] = [:]

  func add(_ name: String, _ value: String) {
    fields[name.lowercased(), default: ""] += (fields[name.lowercased()] == nil ? "" : ", ") + value
  }
}
