import Core
import XCTest

import struct TestSupport.SplitMix64

@testable import App

final class TodoPageTreeTests: XCTestCase {
  private static func id(_ number: Int) -> TodoID { TodoID(rawValue: String(number)) }

  private static func row(_ number: Int, below parent: Int? = nil, isDone: Bool = false) -> TodoRow
  {
    TodoRow(
      id: id(number), listID: ListID(rawValue: "l"), parent: parent.map(id), content: "\(number)",
      isDone: isDone, position: String(number + 100))
  }

  private static func page(_ rows: [TodoRow], collapsed: Set<TodoID> = []) -> TodoPage {
    let rows = rows.sorted { $0.precedes($1) }
    return TodoPage(
      TodoSections(open: rows.filter { !$0.isDone }, done: rows.filter(\.isDone)),
      order: .position, collapsed: collapsed)
  }

  /// The titles, each with its level: "1 2+ 3++".
  private static func shape(_ page: TodoPage) -> String {
    page.items.map { item in
      guard case .todo(let row, let branch) = item else { return "—" }
      return row.content + String(repeating: "+", count: branch.depth)
    }.joined(separator: " ")
  }

  private static func branch(_ number: Int, on page: TodoPage) -> RowBranch? {
    guard case .todo(_, let branch)? = page.item(id(number)) else { return nil }
    return branch
  }

  /// Does what the steps say; each is done by a list model on its own.
  private static func check(
    _ page: inout TodoPage, file: StaticString = #filePath, line: UInt = #line,
    _ change: (inout TodoPage) -> [TodoPage.Step]
  ) -> [TodoPage.Step.Kind] {
    var items = page.items
    let revision = page.revision
    let steps = change(&page)
    for step in steps {
      items.apply(step)
      XCTAssertEqual(items.map(\.id), step.page.items.map(\.id), file: file, line: line)
    }
    XCTAssertEqual(items, page.items, "\(steps.map(\.kind))", file: file, line: line)
    XCTAssertEqual(page.revision, revision + steps.count, file: file, line: line)
    return steps.map(\.kind)
  }

  func testSubtasksFollowTheirParents() {
    let page = Self.page([
      Self.row(1), Self.row(2, below: 4), Self.row(3, below: 1), Self.row(4),
      Self.row(5, below: 3), Self.row(6, below: 1), Self.row(7, isDone: true),
      Self.row(8, below: 7, isDone: true), Self.row(0, below: 1, isDone: true),
    ])
    XCTAssertEqual(Self.shape(page), "1 3+ 5++ 6+ 0+ 4 2+ — 7 8+", "what is done comes last")
    XCTAssertEqual(Self.branch(1, on: page), RowBranch(count: 3, doneCount: 1))
    XCTAssertEqual(Self.branch(3, on: page), RowBranch(depth: 1, count: 1))
  }

  func testWhatIsCancelledIsNotDone() {
    var part = Self.row(2, below: 1, isDone: true)
    var page = Self.page([Self.row(1), part, Self.row(3, below: 1)])
    XCTAssertEqual(Self.branch(1, on: page), RowBranch(count: 2, doneCount: 1))
    let before = part
    part.isCancelled = true
    XCTAssertEqual(
      Self.check(&page) { $0.apply(before: before, after: part) },
      [.refresh(at: 2), .refresh(at: 0)], "the progress of its parent is another one")
    XCTAssertEqual(Self.branch(1, on: page), RowBranch(count: 2, cancelledCount: 1))
  }

  func testALongBlockStandsBehindItsParent() throws {
    let parts = (2..<702).map { Self.row($0, below: 1) }
    let rest = (702..<1_302).map { Self.row($0) }
    var page = Self.page([Self.row(0), Self.row(1)] + parts + rest)
    let shown = page.items.compactMap { Int($0.id) }
    XCTAssertEqual(shown.count, 1_302)
    let first = try XCTUnwrap(shown.firstIndex(of: 1)) + 1
    XCTAssertEqual(Set(shown[first..<first + 700]), Set(2..<702))
    XCTAssertEqual(Self.branch(300, on: page), RowBranch(depth: 1))
    XCTAssertEqual(
      page.setCollapsed(Self.id(1), true).first?.kind,
      .splice(at: first, removed: 700, added: 0))
    XCTAssertEqual(page.count, 602)
  }

  func testWhatIsOpenIsNeverAmongWhatIsDone() {
    let page = Self.page([Self.row(1, isDone: true), Self.row(2, below: 1), Self.row(3, below: 2)])
    XCTAssertEqual(Self.shape(page), "2 3+ — 1")
    XCTAssertEqual(Self.branch(1, on: page), RowBranch(count: 1), "it still has its subtask")
  }

  func testMissingParentsAndCyclesStandAtTheTop() {
    let page = Self.page([
      Self.row(1, below: 9), Self.row(2, below: 4), Self.row(3, below: 2), Self.row(4, below: 3),
      Self.row(5, below: 5),
    ])
    XCTAssertEqual(Self.shape(page), "1 2 3+ 4++ 5")
  }

  func testAStepUpOrDownIsARefreshInItsPlace() {
    var page = Self.page([Self.row(1), Self.row(2), Self.row(3)])
    XCTAssertEqual(
      Self.check(&page) { $0.apply(before: Self.row(2), after: Self.row(2, below: 1)) },
      [.refresh(at: 1), .refresh(at: 0)])
    XCTAssertEqual(Self.shape(page), "1 2+ 3")
    XCTAssertEqual(
      Self.check(&page) { $0.apply(before: Self.row(2, below: 1), after: Self.row(2)) },
      [.refresh(at: 1), .refresh(at: 0)])
    XCTAssertTrue(page.outline.isFlat, "nothing is left of the tree")
  }

  func testCollapsedSubtasksAreLeftOutAndComeBack() {
    let rows = [Self.row(1), Self.row(2, below: 1), Self.row(3, below: 2), Self.row(4)]
    var page = Self.page(rows)
    XCTAssertEqual(
      Self.check(&page) { $0.setCollapsed(Self.id(1), true) },
      [.splice(at: 1, removed: 2, added: 0), .refresh(at: 0)])
    XCTAssertEqual(Self.shape(page), "1 4")
    XCTAssertEqual(
      Self.check(&page) { $0.apply(before: nil, after: Self.row(5, below: 2)) }, [],
      "out of sight")
    _ = Self.check(&page) { $0.reveal(Self.id(5)) }
    XCTAssertEqual(Self.shape(page), "1 2+ 3++ 5++ 4")
    XCTAssertEqual(Self.shape(Self.page(rows, collapsed: [Self.id(2)])), "1 2+ 4")
  }

  func testABlockMovesAsOne() {
    var page = Self.page([Self.row(1), Self.row(2, below: 1), Self.row(3, below: 2), Self.row(4)])
    var moved = Self.row(1)
    moved.position = "999"
    XCTAssertEqual(
      Self.check(&page) { $0.apply(before: Self.row(1), after: moved) },
      [.splice(at: 0, removed: 3, added: 0), .splice(at: 1, removed: 0, added: 3)])
    XCTAssertEqual(Self.shape(page), "4 1 2+ 3++")
  }

  /// Somebody else may store such a thing: nothing is done once for each level of each row.
  func testAVeryDeepTreeIsShown() {
    let count = 3_000
    var page = Self.page((0..<count).map { Self.row($0, below: $0 == 0 ? nil : $0 - 1) })
    XCTAssertEqual(page.count, count)
    XCTAssertEqual(Self.branch(count - 1, on: page)?.depth, Outline.deepest)
    let last = Self.row(count - 1, below: count - 2)
    XCTAssertEqual(
      page.apply(before: last, after: nil).first?.kind, .splice(at: count - 1, removed: 1, added: 0)
    )
    XCTAssertEqual(page.setCollapsed(Self.id(0), true).count, 2)
    XCTAssertEqual(page.count, 1)
  }

  func testRandomChangesLeadToThePageOfTheirRows() {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var rows: [Int: TodoRow] = [:]
      var collapsed: Set<TodoID> = []
      var page = Self.page([])
      for turn in 0..<500 {
        let number = Int.random(in: 0..<24, using: &random)
        let before = rows[number]
        var after: TodoRow? = before ?? Self.row(number)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: after = before == nil ? after : nil
        case 1: after?.position = String(Int.random(in: 100..<120, using: &random))
        case 2:
          after?.isDone.toggle()
          after?.isCancelled = false
        case 3: after?.parent = nil
        case 4: after?.content += "!"
        case 5:
          if collapsed.remove(Self.id(number)) == nil { collapsed.insert(Self.id(number)) }
          _ = Self.check(&page) {
            $0.setCollapsed(Self.id(number), collapsed.contains(Self.id(number)))
          }
          after = before
        // Cycles, but not too often; and parents that are not there.
        case 6: after?.parent = Self.id(Int.random(in: 0..<30, using: &random))
        case 7: if let row = after, row.isDone { after?.isCancelled.toggle() }
        default: after?.parent = Self.id(Int.random(in: 0...number, using: &random))
        }
        rows[number] = after
        _ = Self.check(&page) { $0.apply(before: before, after: after) }
        let wanted = Self.page(Array(rows.values), collapsed: collapsed)
        XCTAssertEqual(page.items, wanted.items, "seed \(seed), turn \(turn)")
        guard page.items == wanted.items else { return }
        _ = Self.check(&page) { $0.apply(before: before, after: after) }
        XCTAssertEqual(page.items, wanted.items, "told twice, seed \(seed), turn \(turn)")
      }
    }
  }

  func testAChangeCostsTheSameOnALargePage() {
    /// The quickest of several runs of 200 gestures in a list of trees.
    func cost(_ count: Int) -> Duration {
      let number = { (index: Int) in index + 1_000_000 }
      var page = Self.page(
        (0..<count).map { index in
          Self.row(number(index), below: index % 5 == 0 ? nil : number(index / 5 * 5))
        })
      return (0..<5).map { _ in
        ContinuousClock().measure {
          for index in 0..<200 {
            let place = index * (count / 200) / 5 * 5
            let row = Self.row(number(place + 1), below: number(place))
            let before = page
            _ = page.apply(
              before: row, after: Self.row(number(place + 1), below: number(place + 2)))
            _ = page.apply(
              before: Self.row(number(place + 1), below: number(place + 2)), after: row)
            XCTAssertEqual(before.count, count)
          }
        }
      }.min() ?? .zero
    }
    let (small, large) = (cost(1_000), cost(32_000))
    XCTAssertLessThan(large, small * 8, "32 times as many rows must not cost 32 times as much")
  }
}
