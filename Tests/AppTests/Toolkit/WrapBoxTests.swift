import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class WrapBoxTests: XCTestCase {
  /// A child of that width.
  @MainActor
  private static func block(_ width: Int32) -> Widget {
    let block: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_size_request(block, width, 20)
    return block
  }

  /// Where children stand, from the start of the line.
  @MainActor
  private static func places(_ widths: [Int32], in width: Int32, mirrored: Bool = false)
    -> [[Int32]]
  {
    let box = WrapBox.make()
    if mirrored { gtk_widget_set_direction(box, GTK_TEXT_DIR_RTL) }
    let blocks = widths.map(block)
    for block in blocks { gtk_box_append(cast(box), block) }
    let outer: Widget = adw_clamp_new()
    adw_clamp_set_maximum_size(opaque(outer), width)
    adw_clamp_set_tightening_threshold(opaque(outer), width)
    adw_clamp_set_child(opaque(outer), box)
    return inWindow(outer) { window in
      paint(window)
      return blocks.map { block in
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(block, box, &bounds) != 0 else { return [] }
        return [Int32(bounds.origin.x), Int32(bounds.origin.y), Int32(bounds.size.width)]
      }
    }
  }

  func testChildrenStandCloseTogetherAndGoOnInTheNextLine() throws {
    try withDisplay {
      XCTAssertEqual(
        Self.places([50, 30, 20, 90], in: 100),
        [[0, 0, 50], [56, 0, 30], [0, 26, 20], [0, 52, 90]])
      XCTAssertEqual(
        Self.places([50, 30, 20], in: 100, mirrored: true),
        [[50, 0, 50], [14, 0, 30], [80, 26, 20]])
      XCTAssertEqual(Self.places([], in: 100), [])
    }
  }
}
