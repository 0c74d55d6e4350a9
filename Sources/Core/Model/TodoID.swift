import Basics

/// Identifies a to-do; made by the client that created it.
public struct TodoID: Identifier {
  @Exact public private(set) var rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}
