import CAdwaita
import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class AvatarTests: XCTestCase {
  /// Hands out pictures when the test says so.
  @MainActor
  private final class Pictures: PictureLoading {
    var known: [String: Texture] = [:]
    var asked: [String] = []
    var open: [(url: String, onPicture: @MainActor (Texture?) -> Void)] = []
    var cancelled: [String] = []

    func picture(at url: String) -> Texture? { known[url] }

    func request(_ url: String, _ onPicture: @escaping @MainActor (Texture?) -> Void)
      -> PictureRequest
    {
      asked.append(url)
      open.append((url, onPicture))
      return PictureRequest { [weak self] in self?.cancelled.append(url) }
    }

    /// Answers all, those who gave up included: an avatar must know for itself.
    func answer(_ url: String, _ texture: Texture) {
      for request in open where request.url == url { request.onPicture(texture) }
    }
  }

  private struct Row: Identifiable, Equatable {
    let id: String
  }

  private final class RowView: RowWidget {
    let avatar: Avatar
    var widget: Widget { avatar.widget }

    init(_ pictures: any PictureLoading) { avatar = Avatar(size: 40, pictures: pictures) }
  }

  @MainActor private static func texture() -> Texture {
    Texture(DecodedPicture(width: 1, height: 1, pixels: [255, 0, 0], hasAlpha: false))
  }

  @MainActor private static func image(_ avatar: Avatar) -> OpaquePointer? {
    adw_avatar_get_custom_image(opaque(avatar.widget))
  }

  @MainActor private static func scrolled(_ child: Widget) -> Widget {
    let scrolled: Widget = gtk_scrolled_window_new()
    gtk_scrolled_window_set_child(opaque(scrolled), child)
    return scrolled
  }

  func testInitialsAtOnceThenThePicture() throws {
    try withDisplay {
      let pictures = Pictures()
      let avatar = Avatar(size: 40, pictures: pictures)
      inWindow(avatar.widget) { _ in
        avatar.show(AvatarContent(name: "Ann", pictureURL: "a"))
        XCTAssertEqual(adw_avatar_get_show_initials(opaque(avatar.widget)), 1)
        XCTAssertNil(Self.image(avatar))
        pump(until: { !pictures.asked.isEmpty })
        XCTAssertEqual(pictures.asked, ["a"])
        let texture = Self.texture()
        pictures.answer("a", texture)
        XCTAssertEqual(Self.image(avatar), texture.paintable)
      }
    }
  }

  func testUnknownPersonHasNoInitials() throws {
    try withDisplay {
      let avatar = Avatar(size: 40, pictures: nil)
      avatar.show(AvatarContent())
      XCTAssertEqual(adw_avatar_get_show_initials(opaque(avatar.widget)), 0)
    }
  }

  func testLatePictureOfAnotherPersonIsNeverShown() throws {
    try withDisplay {
      let pictures = Pictures()
      let avatar = Avatar(size: 40, pictures: pictures)
      inWindow(avatar.widget) { _ in
        avatar.show(AvatarContent(name: "Ann", pictureURL: "a"))
        pump(until: { pictures.asked == ["a"] })
        avatar.show(AvatarContent(name: "Bob", pictureURL: "b"))
        XCTAssertEqual(pictures.cancelled, ["a"])
        pictures.answer("a", Self.texture())
        XCTAssertNil(Self.image(avatar))
        avatar.show(AvatarContent(name: "Ann", pictureURL: "a"))
        avatar.clear()
        pictures.answer("a", Self.texture())
        pictures.answer("b", Self.texture())
        XCTAssertNil(Self.image(avatar))
      }
    }
  }

  func testKnownPictureIsThereAtOnceAndGoesWithItsPerson() throws {
    try withDisplay {
      let pictures = Pictures()
      pictures.known["a"] = Self.texture()
      let avatar = Avatar(size: 40, pictures: pictures)
      avatar.show(AvatarContent(name: "Ann", pictureURL: "a"))
      XCTAssertNotNil(Self.image(avatar))
      avatar.show(AvatarContent(name: "Bob", pictureURL: nil))
      XCTAssertNil(Self.image(avatar))
    }
  }

  /// A list of 5000 people with a picture each, in a window of some ten rows.
  @MainActor private static func list(_ pictures: Pictures) -> Widget {
    let model = RowListModel((0..<5000).map { Row(id: String($0)) })
    let factory = ListItemFactory.make(
      setup: { RowView(pictures) },
      bind: { (view: RowView, row: Row) in
        view.avatar.show(AvatarContent(name: "P" + row.id, pictureURL: row.id))
      }, unbind: { $0.avatar.clear() })
    let selection = gtk_single_selection_new(model.retained())
    let list: Widget = gtk_list_view_new(selection, factory)
    attach(model, to: list)
    return scrolled(list)
  }

  /// Whether there is nothing left to request: each look decides about all avatars.
  @MainActor
  private static func haveAllInSightAsked(_ window: Widget, _ pictures: Pictures) -> Bool {
    let avatars = WidgetTree.all("AdwAvatar", in: window)
    guard let viewport = avatars.first.flatMap(PictureViewport.around) else { return false }
    let inSight = avatars.filter(viewport.isInSight).compactMap { avatar in
      adw_avatar_get_text(opaque(avatar)).map { String(String(cString: $0).dropFirst()) }
    }
    return inSight.count > 5 && inSight.allSatisfy(pictures.asked.contains)
  }

  func testOnlyRowsInSightLoad() throws {
    try withDisplay {
      let pictures = Pictures()
      try inWindow(Self.list(pictures)) { window in
        XCTAssertTrue(pump(until: { Self.haveAllInSightAsked(window, pictures) }))
        let visible = 500 / 40 + 2
        let avatars = WidgetTree.all("AdwAvatar", in: window).count
        XCTAssertGreaterThan(avatars, 2 * visible, "GTK binds ahead, or this tests nothing")
        XCTAssertLessThanOrEqual(pictures.asked.count, visible)
        XCTAssertGreaterThan(pictures.asked.count, 5)
        XCTAssertTrue(pictures.asked.allSatisfy { (Int($0) ?? 9999) < visible })
        let scrolled = try XCTUnwrap(gtk_window_get_child(cast(window)))
        let place = gtk_scrolled_window_get_vadjustment(opaque(scrolled))
        // What flies past loads nothing.
        var stops = 2
        for step in 1...20 {
          let start = ContinuousClock.now
          gtk_adjustment_set_value(place, Double(step) * 4000)
          paint(window, frames: 1)
          // On a busy machine a frame may last as long as a rest.
          if ContinuousClock.now - start > .milliseconds(60) { stops += 1 }
        }
        XCTAssertTrue(pump(until: { Self.haveAllInSightAsked(window, pictures) }))
        XCTAssertLessThanOrEqual(pictures.asked.count, stops * visible)
        // What has gone out of sight has given up.
        XCTAssertTrue(pump(until: { pictures.cancelled.contains("0") }))
      }
    }
  }

  func testAvatarIsFreedWhileItWaits() throws {
    try withDisplay {
      let pictures = Pictures()
      weak var avatar: Avatar?
      do {
        let made = Avatar(size: 40, pictures: pictures)
        avatar = made
        inWindow(Self.scrolled(made.widget)) { _ in
          made.show(AvatarContent(name: "Ann", pictureURL: "a"))
          pump(until: { !pictures.asked.isEmpty })
        }
      }
      XCTAssertTrue(pump(until: { avatar == nil }))
      XCTAssertEqual(pictures.cancelled, ["a"])
    }
  }
}
