import Basics
import CAdwaita
import CGtk
import Core
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class EditTaskViewTests: XCTestCase {
  private static let draft = TodoDraft(
    id: TodoID(rawValue: "new"), content: "milk", notes: "two",
    due: CalendarTime(day: SceneBench.monday),
    reminders: [
      Reminder(Alarm(at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Asia/Seoul"))
    ])

  /// The dialog for a new to-do, with lists to choose from.
  @MainActor
  private static func open(_ bench: SceneBench, _ navigator: RecordingNavigator) throws
    -> EditTaskView
  {
    for name in ["Home", "Work"] { _ = try inLoop { try await bench.store.addList(named: name) } }
    let presenter = EditTaskPresenter(
      mode: .create(draft), store: bench.store, commands: bench.commands, clock: bench.days)
    presenter.take(navigator)
    let view = EditTaskView(presenter: presenter, parent: nil)
    paint(view.dialog.window)
    try inLoop { await bench.waitUntilIdle() }
    return view
  }

  func testNothingIsTouchedWhileTyping() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let bench = try SceneBench()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      let title = try XCTUnwrap(WidgetTree.all("AdwEntryRow", in: view.dialog.window).first)
      var position: gint = 1
      gtk_editable_insert_text(opaque(title), "!", -1, &position)
      gtk_editable_set_position(opaque(title), 2)
      let text = try XCTUnwrap(WidgetTree.all("GtkTextView", in: view.dialog.window).first)
      let buffer = gtk_text_view_get_buffer(cast(text))
      var place = GtkTextIter()
      gtk_text_buffer_get_iter_at_offset(buffer, &place, 1)
      gtk_text_buffer_place_cursor(buffer, &place)
      gtk_text_buffer_insert_at_cursor(buffer, "-", -1)
      paint(view.dialog.window)
      XCTAssertEqual(WidgetTree.text(title), "m!ilk")
      XCTAssertEqual(gtk_editable_get_position(opaque(title)), 2)
      gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
      XCTAssertEqual(gtk_text_iter_get_offset(&place), 2)
    }
  }

  func testWhatIsShownIsSaved() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let bench = try SceneBench()
      let view = try Self.open(bench, navigator)
      defer { view.dialog.close() }
      let window = view.dialog.window
      let combo = try XCTUnwrap(WidgetTree.all("AdwComboRow", in: window).first)
      XCTAssertTrue(WidgetTree.isShown(combo))
      adw_combo_row_set_selected(cast(combo), 1)
      let switches = WidgetTree.all("GtkSwitch", in: window)
      XCTAssertEqual(switches.map { gtk_switch_get_active(opaque($0)) }, [0, 1])
      gtk_switch_set_active(opaque(switches[0]), 1)
      emit("clicked", on: try XCTUnwrap(WidgetTree.named("No Day", in: window)))
      let numbers = WidgetTree.all("GtkSpinButton", in: window)
      XCTAssertEqual(numbers.map { gtk_spin_button_get_value_as_int(opaque($0)) }, [9, 30])
      gtk_spin_button_set_value(opaque(numbers[1]), 45)
      view.presenter.didSave()
      XCTAssertTrue(pump(until: { !view.presenter.isOpen }))
      XCTAssertFalse(view.presenter.isOpen)
      let todo = try inLoop { try await bench.store.todo(Self.draft.id) }
      let lists = try inLoop { try await bench.store.lists() }
      XCTAssertEqual(todo?.content, "milk")
      XCTAssertEqual(todo?.notes, "two")
      XCTAssertEqual(todo?.listID, lists.last?.id)
      XCTAssertEqual(todo?.priority.isStarred, true)
      XCTAssertNil(todo?.due)
      XCTAssertEqual(todo?.reminders.firstAlarm?.at.milliseconds, 1_772_412_300_000)
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      let navigator = RecordingNavigator()
      let view = try Self.open(try SceneBench(), navigator)
      defer { view.dialog.close() }
      var state = EditTaskState(
        title: "T", content: "C", notes: "N", isStarred: true, due: nil, alarm: nil)
      for alarm in [
        nil, EditTaskState.AlarmTime(day: SceneBench.monday, hour: 23, minute: 59, zone: "A/<B>"),
      ] {
        state.alarm = alarm
        state.lists = [
          .init(id: ListID(rawValue: "a"), name: "A"), .init(id: ListID(rawValue: "b"), name: "B"),
        ]
        state.chosenList = 1
        view.presenter.screen.render(state)
        paint(view.dialog.window)
        let before = WidgetTree.dump(view.dialog.window)
        view.render(state)
        XCTAssertEqual(WidgetTree.dump(view.dialog.window), before)
        XCTAssertEqual(WidgetTree.namelessButtons(in: view.dialog.window), [])
      }
    }
  }
}
