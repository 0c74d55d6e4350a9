import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class RowListModelTests: XCTestCase {
  private struct Row: Identifiable, Equatable {
    let id: String
    var title: String

    init(_ id: String, _ title: String? = nil) {
      self.id = id
      self.title = title ?? id
    }
  }

  /// A source that is changed in place.
  private final class Store: RowSource {
    var rows: [Row]
    init(_ rows: [Row]) { self.rows = rows }
    var count: Int { rows.count }
    func row(at index: Int) -> Row { rows[index] }
  }

  /// A source of any size that stores nothing.
  private struct Numbers: RowSource {
    let count: Int
    func row(at index: Int) -> Row { Row(String(index)) }
  }

  @MainActor private static func rows(_ ids: String) -> [Row] { ids.map { Row(String($0)) } }

  @MainActor private static func item(_ model: RowListModel<Row>, _ position: Int)
    -> ObjectReference?
  {
    g_list_model_get_item(model.pointer, guint(position)).map { ObjectReference(adopting: $0) }
  }

  /// The ids that GTK would show, read through the C interface.
  @MainActor private static func ids(_ model: RowListModel<Row>) -> String {
    (0..<Int(g_list_model_get_n_items(model.pointer))).compactMap { Self.item(model, $0) }
      .compactMap { RowItem<Row>.of($0.pointer)?.id }.joined()
  }

  @MainActor private static func recordedChanges(_ model: RowListModel<Row>) -> () -> [[Int]] {
    var changes: [[Int]] = []
    connect(model.pointer, "items-changed") { arguments in
      changes.append([arguments.uint(0), arguments.uint(1), arguments.uint(2)])
    }
    return { changes }
  }

  func testItemsAreTheRows() {
    onMainActor {
      let model = RowListModel(Self.rows("abc"))
      XCTAssertEqual(g_list_model_get_n_items(model.pointer), 3)
      XCTAssertEqual(g_list_model_get_item_type(model.pointer), RowListType.item)
      XCTAssertEqual(Self.ids(model), "abc")
      XCTAssertNil(Self.item(model, 3))
      XCTAssertNil(g_list_model_get_item(model.pointer, guint.max))
      XCTAssertEqual(model.row(at: 1), Row("b"))
      XCTAssertNil(model.row(at: 3))
      XCTAssertNil(RowItem<Row>.of(model.pointer), "the model is no item")
    }
  }

  func testItemKeepsItsIdentityWhileHeld() throws {
    try onMainActor {
      let store = Store(Self.rows("abc"))
      let model = RowListModel(store)
      let held = try XCTUnwrap(Self.item(model, 0))
      XCTAssertEqual(Self.item(model, 0)?.pointer, held.pointer)
      store.rows.insert(Row("x"), at: 0)
      model.splice(at: 0, removed: 0, added: 1)
      XCTAssertEqual(Self.item(model, 1)?.pointer, held.pointer)
      XCTAssertNotEqual(Self.item(model, 0)?.pointer, held.pointer)
    }
  }

  func testSpliceIsSignalled() {
    onMainActor {
      let store = Store(Self.rows("abc"))
      let model = RowListModel(store)
      let changes = Self.recordedChanges(model)
      store.rows.replaceSubrange(1...1, with: Self.rows("xyz"))
      model.splice(at: 1, removed: 1, added: 3)
      XCTAssertEqual(changes(), [[1, 1, 3]])
      XCTAssertEqual(Self.ids(model), "axyzc")
      model.splice(at: 0, removed: 0, added: 0)
      XCTAssertEqual(changes().count, 1, "an empty splice is none")
      model.splice(at: 0, removed: 5, added: 1, to: Self.rows("q"))
      XCTAssertEqual(changes().last, [0, 5, 1])
      XCTAssertEqual(Self.ids(model), "q")
    }
  }

  func testReplacementRemovesAllAndAddsAll() {
    onMainActor {
      let model = RowListModel(Self.rows("abc"))
      var counts: [guint] = []
      connect(model.pointer, "items-changed") { arguments in
        counts.append(g_list_model_get_n_items(arguments.emitter))
      }
      let changes = Self.recordedChanges(model)
      model.replaceAll(with: Store(Self.rows("abcd")))
      XCTAssertEqual(changes(), [[0, 3, 0], [0, 0, 4]])
      XCTAssertEqual(counts, [0, 4], "count and signal agree at each step")
      XCTAssertEqual(Self.ids(model), "abcd")
    }
  }

  func testUpdateSendsOneSpliceBetweenCommonEnds() {
    onMainActor {
      let cases: [(String, String, [[Int]])] = [
        ("abcd", "abcd", []), ("abcd", "abxcd", [[2, 0, 1]]), ("abcd", "acd", [[1, 1, 0]]),
        ("abcd", "acbd", [[1, 2, 2]]), ("", "ab", [[0, 0, 2]]), ("ab", "", [[0, 2, 0]]),
        ("aab", "ab", [[1, 1, 0]]), ("abcd", "xbcy", [[0, 4, 4]]),
      ]
      for (before, after, expected) in cases {
        let model = RowListModel(Self.rows(before))
        let changes = Self.recordedChanges(model)
        model.update(to: Self.rows(after))
        XCTAssertEqual(changes(), expected, "\(before) → \(after)")
        XCTAssertEqual(Self.ids(model), after)
      }
    }
  }

  /// The first rows of many, which counts how many of them were read.
  private struct Counted: RowSource {
    final class Reads { var count = 0 }
    let count: Int
    let reads: Reads
    func row(at index: Int) -> Row {
      reads.count += 1
      return Row(String(index))
    }
  }

  func testRowsThatFollowAreNotRead() {
    onMainActor {
      let reads = Counted.Reads()
      let model = RowListModel(Counted(count: 10, reads: reads))
      let changes = Self.recordedChanges(model)
      model.update(to: Counted(count: 100_000, reads: reads))
      XCTAssertEqual(changes(), [[10, 0, 99_990]])
      XCTAssertLessThanOrEqual(reads.count, 20, "those that were there before, twice")
    }
  }

  func testChangedRowIsRenderedInPlace() throws {
    try onMainActor {
      let model = RowListModel(Self.rows("abc"))
      let changes = Self.recordedChanges(model)
      let held = try XCTUnwrap(Self.item(model, 1))
      let rowItem = try XCTUnwrap(RowItem<Row>.of(held.pointer))
      var titles: [String] = []
      rowItem.observe(model) { titles.append(rowItem.row.title) }
      model.update(to: [Row("a"), Row("b", "B"), Row("c", "C")])
      XCTAssertEqual(titles, ["B"])
      XCTAssertEqual(changes(), [])
      model.update(to: [Row("x"), Row("b", "moved"), Row("a")])
      XCTAssertEqual(titles, ["B", "moved"])
      rowItem.stopObserving(model)
      model.update(to: [Row("x"), Row("b", "unseen"), Row("a")])
      XCTAssertEqual(titles, ["B", "moved"])
      XCTAssertEqual(rowItem.row.title, "unseen")
    }
  }

  func testRowChangedTellsOnlyItsObservers() throws {
    try onMainActor {
      let store = Store(Self.rows("abc"))
      let model = RowListModel(store)
      let held = try XCTUnwrap(Self.item(model, 0))
      let rowItem = try XCTUnwrap(RowItem<Row>.of(held.pointer))
      var count = 0
      rowItem.observe(model) { count += 1 }
      model.rowChanged(at: 0)
      XCTAssertEqual(count, 0, "an equal row is no change")
      store.rows[0].title = "A"
      model.rowChanged(at: 0)
      model.rowChanged(at: 1)
      model.rowChanged(at: 99)
      XCTAssertEqual(count, 1)
    }
  }

  func testSelectionStaysWithItsRow() throws {
    try withDisplay {
      let store = Store(Self.rows("abc"))
      let model = RowListModel(store)
      let selection = ObjectReference(adopting: gtk_single_selection_new(model.retained()))
      gtk_single_selection_set_selected(selection.pointer, 1)
      store.rows.insert(contentsOf: Self.rows("xy"), at: 0)
      model.splice(at: 0, removed: 0, added: 2)
      XCTAssertEqual(gtk_single_selection_get_selected(selection.pointer), 3)
      model.update(to: Self.rows("bxyac"))
      XCTAssertEqual(gtk_single_selection_get_selected(selection.pointer), 0)
    }
  }

  func testObjectsAreFreed() throws {
    try onMainActor {
      var store: Store? = Store(Self.rows("abc"))
      weak let weakStore = store
      var model: RowListModel? = RowListModel(try XCTUnwrap(store))
      let weakModel = WeakReference(try XCTUnwrap(model).pointer)
      store = nil
      var held = Self.item(try XCTUnwrap(model), 0)
      let weakItem = WeakReference(try XCTUnwrap(held).pointer)
      weak let rowItem = RowItem<Row>.of(try XCTUnwrap(held).pointer)
      XCTAssertEqual(model?.liveItemCount, 1)
      held = nil
      XCTAssertNil(weakItem.pointer)
      XCTAssertNil(rowItem)
      XCTAssertEqual(model?.liveItemCount, 0)
      model = nil
      XCTAssertNil(weakModel.pointer)
      XCTAssertNil(weakStore)
    }
  }

  func testItemMayOutliveTheModel() throws {
    try onMainActor {
      var model: RowListModel? = RowListModel(Self.rows("abc"))
      let held = try XCTUnwrap(Self.item(try XCTUnwrap(model), 0))
      model = nil
      XCTAssertEqual(RowItem<Row>.of(held.pointer)?.row, Row("a"))
    }
  }

  func testRowItemKeptBySwiftLeavesNoDanglingObject() throws {
    try onMainActor {
      let model = RowListModel(Self.rows("abc"))
      let kept = try XCTUnwrap(Self.item(model, 0).flatMap { RowItem<Row>.of($0.pointer) })
      XCTAssertEqual(model.liveItemCount, 0, "the object is gone though its content is held")
      XCTAssertEqual(Self.ids(model), "abc")
      XCTAssertEqual(kept.id, "a")
    }
  }

  func testHundredThousandRowsCostNoObjects() {
    onMainActor {
      let model = RowListModel(Numbers(count: 100_000))
      XCTAssertEqual(g_list_model_get_n_items(model.pointer), 100_000)
      let held = (0..<400).compactMap { Self.item(model, $0 * 250) }
      XCTAssertEqual(model.liveItemCount, 400)
      XCTAssertEqual(RowItem<Row>.of(held[399].pointer)?.id, "99750")
      model.replaceAll(with: Numbers(count: 99_999))
      XCTAssertEqual(g_list_model_get_n_items(model.pointer), 99_999)
      XCTAssertEqual(model.liveItemCount, 400)
    }
  }
}
