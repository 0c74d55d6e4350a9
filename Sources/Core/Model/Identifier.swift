/// Text that names something here and on servers, compared by its bytes as servers do it.
public protocol Identifier: Hashable, Sendable, Codable {
  var rawValue: String { get }

  init(rawValue: String)
}

extension Identifier {
  /// Decodes a plain string.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
