import Core

/// The nodes of an ``Outline`` by their to-dos, in parts: a page is always held twice, and changing one node of a
/// copy copies one part.
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

  /// The rows of all nodes, in no order.
  var rows: [TodoRow] { parts.flatMap { $0.values.compactMap(\.row) } }

  private static func part(of id: TodoID) -> Int {
    Int(UInt(bitPattern: id.hashValue) % UInt(partCount))
  }
}
