import Basics

/// Identifies a list; made by the client that created it.
public struct ListID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
