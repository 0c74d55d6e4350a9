import CGtk
import XCTest

@testable import Platform
@testable import Toolkit

final class KeyedWidgetsTests: XCTestCase {
  private struct Item: Identifiable, Equatable {
    let id: Int
    var text: String
  }

  @MainActor
  private final class ItemRow: KeyedRow {
    let widget: Widget = gtk_list_box_row_new()
    private let label: Widget = gtk_label_new(nil)

    init(_ item: Item) {
      gtk_list_box_row_set_child(cast(widget), label)
      show(item)
    }

    func show(_ item: Item) { gtk_label_set_text(opaque(label), item.text) }
  }

  @MainActor
  private static func texts(in container: Widget) -> [String] {
    WidgetTree.all("GtkLabel", in: container).compactMap(WidgetTree.text)
  }

  func testChildrenStandInTheOrderOfTheirValues() throws {
    try withDisplay {
      for container: Widget in [gtk_list_box_new(), gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)] {
        let list = KeyedWidgets<ItemRow>(in: container) { ItemRow($0) }
        inWindow(container) { _ in
          let (a, b, c) = (Item(id: 1, text: "a"), Item(id: 2, text: "b"), Item(id: 3, text: "c"))
          list.render([a, b, c])
          let widgets = list.rows.map(\.widget)
          for wanted in [[c, a, b], [b, c], [Item(id: 2, text: "B"), a, c]] {
            list.render(wanted)
            XCTAssertEqual(Self.texts(in: container), wanted.map(\.text))
          }
          XCTAssertEqual(list.rows[2].widget, widgets[2], "what stays keeps its widget")
          list.render([])
          XCTAssertEqual(Self.texts(in: container), [])
        }
      }
    }
  }
}
