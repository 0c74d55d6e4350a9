import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class KeyedRowListTests: XCTestCase {
  private struct Row: Identifiable, Equatable {
    let id: String
    var title = ""
  }

  private typealias List = KeyedRowList<Row>

  @MainActor private static func rows(_ ids: String) -> [Row] { ids.map { Row(id: String($0)) } }

  @MainActor private static func shown(_ list: List) -> String {
    (0..<list.model.count).compactMap { list.model.row(at: $0)?.id }.joined()
  }

  func testEveryChangeLeadsToTheNewRows() {
    onMainActor {
      let versions = ["", "abc", "abc", "xaybzc", "abz", "zab", "q", "", "abcdefgh", "bdfhxyz"]
      let list = List()
      for version in versions {
        list.update(to: Self.rows(version))
        XCTAssertEqual(Self.shown(list), version)
      }
      list.replaceAll(with: Self.rows("mn"))
      XCTAssertEqual(Self.shown(list), "mn")
    }
  }

  func testGTKHearsOfDifferencesOnly() {
    onMainActor {
      let list = List()
      list.update(to: Self.rows("abc"))
      var heard: [[Int]] = []
      connect(list.model.pointer, "items-changed") { arguments in
        heard.append((0..<3).map(arguments.uint))
      }
      list.update(to: Self.rows("abc"))
      XCTAssertEqual(heard, [])
      list.update(to: Self.rows("axbyc"))
      XCTAssertEqual(heard, [[1, 0, 1], [3, 0, 1]])
      heard = []
      var changed = Self.rows("axbyc")
      changed[2].title = "new"
      list.update(to: changed)
      XCTAssertEqual(heard, [])
      XCTAssertEqual(list.model.row(at: 2)?.title, "new")
    }
  }

  func testManyChangesReachGTKAsOne() {
    onMainActor {
      let old = (0..<400).map { Row(id: "\($0 * 2)") }
      let new = (0..<800).map { Row(id: "\($0)") }
      let steps = List.steps(from: old, to: new)
      XCTAssertEqual(steps, [.init(position: 1, removed: 399, added: 799)])
      let list = List()
      list.update(to: old)
      list.update(to: new)
      XCTAssertEqual((0..<800).map { list.model.row(at: $0)?.id }, new.map(\.id))
    }
  }

  func testSelectionStaysWithItsRow() throws {
    try withDisplay {
      let list = List()
      list.update(to: Self.rows("abc"))
      let selection = ObjectReference(
        adopting: opaque(gtk_single_selection_new(list.model.retained())))
      gtk_single_selection_set_selected(selection.pointer, 1)
      list.update(to: Self.rows("xxabyc".replacingOccurrences(of: "xx", with: "xw")))
      XCTAssertEqual(gtk_single_selection_get_selected(selection.pointer), 3)
    }
  }
}
