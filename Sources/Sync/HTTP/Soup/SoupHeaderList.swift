import Core

/// Collects the header fields that libsoup enumerates.
final class SoupHeaderList {
  private(set) var fields: [String: String] = [:]

  func add(_ name: String, _ value: String) {
    fields[name.lowercased(), default: ""] += (fields[name.lowercased()] == nil ? "" : ", ") + value
  }
}
