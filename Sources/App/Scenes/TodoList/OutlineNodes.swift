import Core

/// The nodes of an ``Outline``, keyed by to-do and split into parts. A page is always held twice, so changing one node
/// of a copy copies only its part.
struct OutlineNodes: Sendable {
  private var parts: [[TodoID: Outline.Node]] = []
  private static let partCount = 256

  var isEmpty: Bool { parts.allSatisfy(\.isEmpty) }

  subscript(id: TodoID) -> Outline.Node? {
    get { parts.isEmpty ? nil : parts[Self.part(of: id)][id] }
    set {
      if parts.isEmpty {
        if newValue == nil { return }
        parts = Array(repeating: [:], count: Self.partCount)
      }
      parts[Self.part(of: id)][id] = newValue
    }
  }

  subscript(id: TodoID, default value: @autoclosure () -> Outline.Node) -> Outline.Node {
    get { self[id] ?? value() }
    set { self[id] = newValue }
  }

  /// The rows of all nodes, unordered.
  var rows: [TodoRow] { parts.flatMap { $0.values.compactMap(\.row) } }

  private static func part(of id: TodoID) -> Int {
    Int(UInt(bitPattern: id.hashValue) % UInt(partCount))
  }
}
