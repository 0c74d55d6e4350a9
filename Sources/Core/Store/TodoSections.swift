/// The rows of a page: what is open and what is done, each oldest first.
public struct TodoSections: Hashable, Sendable {
  public var open: [TodoRow]
  public var done: [TodoRow]

  public init(open: [TodoRow] = [], done: [TodoRow] = []) {
    self.open = open
    self.done = done
  }
}
