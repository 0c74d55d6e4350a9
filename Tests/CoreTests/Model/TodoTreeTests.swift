import XCTest

@testable import Core

final class TodoTreeTests: XCTestCase {
  private struct Node: TreeNode {
    let id: TodoID
    let listID: ListID
    let parent: TodoID?

    init(_ id: String, _ parent: String? = nil, in list: String = "l") {
      self.id = TodoID(rawValue: id)
      listID = ListID(rawValue: list)
      self.parent = parent.map(TodoID.init(rawValue:))
    }
  }

  private func parents(_ nodes: [Node]) -> [String: String] {
    let parents = TodoTree.parents(of: nodes)
    return Dictionary(
      uniqueKeysWithValues: parents.map { ($0.key.rawValue, $0.value.rawValue) })
  }

  func testWhatIsStoredCountsWhereItCan() {
    XCTAssertEqual(parents([]), [:])
    XCTAssertEqual(parents([Node("a"), Node("b", "a"), Node("c", "b")]), ["b": "a", "c": "b"])
    XCTAssertEqual(parents([Node("b", "a"), Node("c", "b")]), ["c": "b"], "a lost parent")
    XCTAssertEqual(parents([Node("a", in: "other"), Node("b", "a")]), [:], "in another list")
    XCTAssertEqual(parents([Node("a", "a"), Node("b", "a")]), ["b": "a"], "part of itself")
    XCTAssertEqual(
      parents([Node("a", "b"), Node("b", "a"), Node("c", "a")]), ["b": "a", "c": "a"])
    XCTAssertEqual(
      parents([Node("é", "e\u{301}"), Node("e\u{301}", "é")]), ["é": "e\u{301}"], "by bytes")
    XCTAssertEqual(
      parents([Node("c", "b"), Node("b", "a"), Node("a", "c"), Node("0", "b")]),
      ["c": "b", "b": "a", "0": "b"], "what hangs on a cycle does not break it")
  }

  /// Whatever is stored: a tree, the same in any order, with as few changes as it takes, and the same one by one.
  func testItIsAlwaysATree() throws {
    for seed in 1...3_000 as ClosedRange<UInt64> {
      var chances = SeededChances(seed: seed)
      let count = Int.random(in: 1...12, using: &chances)
      let nodes = (0..<count).map { number in
        Node(
          "\(number)",
          Int.random(in: 0..<4, using: &chances) == 0
            ? nil : "\(Int.random(in: 0..<count + 1, using: &chances))",
          in: Int.random(in: 0..<8, using: &chances) == 0 ? "other" : "l")
      }
      let found = TodoTree.parents(of: nodes)
      XCTAssertEqual(TodoTree.parents(of: nodes.shuffled(using: &chances)), found, "seed \(seed)")
      for node in nodes {
        var place: TodoID? = node.id
        for _ in 0...count { place = place.flatMap { found[$0] } }
        XCTAssertNil(place, "seed \(seed): \(node.id) stands in a cycle")
        let parents = TodoParents<Node> { id in nodes.first { $0.id == id } }
        XCTAssertEqual(try parents.parent(of: node), found[node.id], "seed \(seed): \(node.id)")
        if let parent = found[node.id] { XCTAssertEqual(parent, node.parent) }
      }
      let parents = TodoParents<Node> { id in nodes.first { $0.id == id } }
      for node in nodes.shuffled(using: &chances) {
        XCTAssertEqual(try parents.parent(of: node), found[node.id], "seed \(seed): \(node.id)")
      }
      // A parent that does not count would close a cycle, or is not there.
      for node in nodes where found[node.id] == nil {
        guard let parent = node.parent, let there = nodes.first(where: { $0.id == parent }),
          there.listID == node.listID
        else { continue }
        var place: TodoID? = parent
        while let present = place, present != node.id { place = found[present] }
        XCTAssertEqual(place, node.id, "seed \(seed): \(node.id) could stand below \(parent)")
      }
    }
  }

  func testADeepTreeTakesNoTime() {
    let nodes = (0..<200_000).map { Node("\($0)", $0 == 0 ? "199999" : "\($0 - 1)") }
    XCTAssertEqual(TodoTree.parents(of: nodes).count, nodes.count - 1)
  }
}
