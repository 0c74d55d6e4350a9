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

final class DetailsViewTests: XCTestCase {
  private static let draft = TodoDraft(
    id: TodoID(rawValue: "new"), content: "milk", notes: "two",
    due: CalendarTime(day: SceneBench.monday),
    reminders: [
      Reminder(Alarm(at: Timestamp(milliseconds: 1_772_411_415_250), zone: "Asia/Seoul"))
    ])

  /// The details of a new to-do, with lists to choose from, in a window.
  @MainActor
  private static func open(
    _ bench: SceneBench, _ body: @MainActor (DetailsView, Widget) throws -> Void
  ) throws {
    for name in ["Home", "Work"] { _ = try inLoop { try await bench.store.addList(named: name) } }
    let presenter = DetailsPresenter(
      mode: .create(draft), store: bench.store, commands: bench.commands, clock: bench.days)
    let view = DetailsView(presenter: presenter)
    try inWindow(view.widget) { window in
      try inLoop { await bench.waitUntilIdle() }
      paint(window)
      try body(view, window)
    }
  }

  @MainActor
  private static func texts(_ window: Widget) -> [UnsafeMutablePointer<GtkTextBuffer>] {
    WidgetTree.all("GtkTextView", in: window).map { gtk_text_view_get_buffer(cast($0)) }
  }

  @MainActor
  private static func cursor(_ buffer: UnsafeMutablePointer<GtkTextBuffer>) -> gint {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_mark(buffer, &place, gtk_text_buffer_get_insert(buffer))
    return gtk_text_iter_get_offset(&place)
  }

  @MainActor
  private static func place(
    _ offset: gint, in buffer: UnsafeMutablePointer<GtkTextBuffer>
  ) {
    var place = GtkTextIter()
    gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
    gtk_text_buffer_place_cursor(buffer, &place)
  }

  func testNothingIsTouchedWhileTyping() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        for (buffer, before) in zip(Self.texts(window), ["milk", "two"]) {
          Self.place(1, in: buffer)
          gtk_text_buffer_insert_at_cursor(buffer, "-", -1)
          paint(window)
          XCTAssertEqual(
            TextUndo.text(ofBuffer: opaque(buffer)), before.prefix(1) + "-" + before.dropFirst())
          XCTAssertEqual(Self.cursor(buffer), 2)
        }
      }
    }
  }

  func testATextThatArrivesLeavesTheCursorWhereItIs() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        let buffer = try XCTUnwrap(Self.texts(window).last)
        Self.place(2, in: buffer)
        var state = try XCTUnwrap(view.presenter.screen.rendered)
        state.todo.notes = "twenty"
        view.presenter.screen.render(state)
        XCTAssertEqual(TextUndo.text(ofBuffer: opaque(buffer)), "twenty")
        XCTAssertEqual(Self.cursor(buffer), 2)
        state.todo.notes = "t"
        view.presenter.screen.render(state)
        XCTAssertEqual(Self.cursor(buffer), 1)
      }
    }
  }

  func testATimeOfEveryZoneIsToldAndChosen() throws {
    try withDisplay {
      onMainActor {
        let todo = TodoDraft(id: TodoID(rawValue: "t"), content: "milk")
        guard let bench = try? SceneBench(), let nine = TimeOfDay(hour: 9, minute: 0) else {
          return XCTFail("no bench")
        }
        let presenter = DetailsPresenter(
          mode: .create(todo), store: bench.store, commands: bench.commands, clock: bench.days)
        let row = TimeRow(
          .init(title: "Due", day: "day", clear: "clear", time: "time"), of: \.due,
          presenter: presenter)
        g_object_ref_sink(gpointer(row.widget))
        defer { g_object_unref(gpointer(row.widget)) }
        presenter.didChooseDay(SceneBench.monday, of: \.due)
        presenter.didChooseTime(nine, of: \.due)
        @MainActor func subtitle() -> String {
          row.render(presenter.state.todo.due)
          return String(cString: adw_action_row_get_subtitle(cast(row.widget)))
        }
        XCTAssertFalse(subtitle().contains("every time zone"))
        let check = WidgetTree.all("GtkCheckButton", in: row.widget).first
        guard let check else { return XCTFail("no check box") }
        gtk_check_button_set_active(cast(check), 1)
        XCTAssertNil(presenter.state.todo.due?.zone)
        XCTAssertTrue(subtitle().contains("every time zone"))
        gtk_check_button_set_active(cast(check), 0)
        XCTAssertEqual(presenter.state.todo.due?.zone, LocalClock.zone)
      }
    }
  }

  /// The numbers of a whole day are an offer.
  func testATimeIsSetByItsButtonOrByANumber() throws {
    try withDisplay {
      onMainActor {
        let todo = TodoDraft(id: TodoID(rawValue: "t"), content: "milk")
        guard let bench = try? SceneBench() else { return XCTFail("no bench") }
        let presenter = DetailsPresenter(
          mode: .create(todo), store: bench.store, commands: bench.commands, clock: bench.days)
        let row = TimeRow(
          .init(title: "Due", day: "day", clear: "clear", time: "time"), of: \.due,
          presenter: presenter)
        g_object_ref_sink(gpointer(row.widget))
        defer { g_object_unref(gpointer(row.widget)) }
        let numbers = WidgetTree.all("GtkSpinButton", in: row.widget)
        @MainActor func button(_ text: String) -> Widget? {
          let label = WidgetTree.all(row.widget).first { WidgetTree.text($0) == text }
          return label.flatMap { gtk_widget_get_ancestor($0, gtk_button_get_type()) }
        }
        guard numbers.count == 2, let set = button("Set Time"), let whole = button("Whole Day")
        else { return XCTFail("no numbers or buttons") }
        @MainActor func expect(_ time: TimeOfDay?) {
          row.render(presenter.state.todo.due)
          XCTAssertEqual(presenter.state.todo.due?.time, time)
          XCTAssertEqual(gtk_widget_get_sensitive(whole) != 0, time != nil)
          XCTAssertEqual(gtk_widget_get_visible(set) != 0, time == nil)
        }
        presenter.didChooseDay(SceneBench.monday, of: \.due)
        expect(nil)
        emit("clicked", on: set)
        expect(TimeOfDay(hour: 9, minute: 0))
        emit("clicked", on: whole)
        expect(nil)
        gtk_spin_button_set_value(opaque(numbers[1]), 45)
        expect(TimeOfDay(hour: 9, minute: 45))
      }
    }
  }

  func testAClockOfTwelveHours() throws {
    try withDisplay {
      onMainActor {
        DateText.hasTwelveHours = true
        defer { DateText.hasTwelveHours = false }
        let clock = ClockView(named: "time")
        g_object_ref_sink(gpointer(clock.widget))
        defer { g_object_unref(gpointer(clock.widget)) }
        var chosen: [TimeOfDay] = []
        clock.onTime = { chosen.append($0) }
        let numbers = WidgetTree.all("GtkSpinButton", in: clock.widget)
        guard numbers.count == 2, let half = WidgetTree.all("GtkButton", in: clock.widget).last
        else { return XCTFail("no numbers or button") }
        @MainActor func shown() -> String {
          let texts = numbers.map { String(cString: gtk_editable_get_text(opaque($0))) }
          let isThere = gtk_widget_get_visible(half) != 0
          return texts.joined(separator: ":")
            + (isThere ? " " + String(cString: gtk_button_get_label(cast(half))) : "")
        }
        for (hour, text) in [(0, "12:05 AM"), (9, "9:05 AM"), (12, "12:05 PM"), (17, "5:05 PM")] {
          clock.render(hour: hour, minute: 5)
          XCTAssertEqual(shown(), text)
        }
        XCTAssertEqual(chosen, [])
        emit("clicked", on: half)
        XCTAssertEqual(shown(), "5:05 AM")
        // What is typed stays in its half of the day, unless it is no hour of twelve.
        for (typed, text) in [
          ("12", "12:05 AM"), ("14", "2:05 PM"), ("7", "7:05 PM"), ("0", "12:05 AM"),
        ] {
          gtk_editable_set_text(opaque(numbers[0]), typed)
          gtk_spin_button_update(opaque(numbers[0]))
          XCTAssertEqual(shown(), text)
        }
        XCTAssertEqual(chosen.map(\.hour), [5, 0, 14, 19, 0])
        DateText.hasTwelveHours = false
        clock.render(hour: 17, minute: 5)
        XCTAssertEqual(shown(), "17:05")
        DateText.hasTwelveHours = true
        clock.render(hour: 17, minute: 5)
        XCTAssertEqual(shown(), "5:05 PM")
        DateText.hasTwelveHours = false
        clock.render(hour: 17, minute: 5)
        XCTAssertEqual(shown(), "17:05", "the same hour in the other notation")
        // The hour is stored while the minute is being typed.
        gtk_editable_set_text(opaque(numbers[1]), "3")
        clock.render(hour: 17, minute: 5)
        XCTAssertEqual(shown(), "17:3")
      }
    }
  }

  func testWhatIsShownIsSaved() throws {
    try withDisplay {
      let bench = try SceneBench()
      try Self.open(bench) { view, window in
        let combos = WidgetTree.all("AdwComboRow", in: window).filter(WidgetTree.isShown)
        XCTAssertEqual(combos.count, 3, "priority, list and repeat; a new to-do is open")
        adw_combo_row_set_selected(cast(combos[0]), 3)
        adw_combo_row_set_selected(cast(combos[1]), 1)
        emit("clicked", on: try XCTUnwrap(WidgetTree.named("No Day", in: window)))
        let numbers = WidgetTree.all("GtkSpinButton", in: window).suffix(2).map { $0 }
        XCTAssertEqual(numbers.map { gtk_spin_button_get_value_as_int(opaque($0)) }, [9, 30])
        let digits = numbers.map { String(cString: gtk_editable_get_text(opaque($0))) }
        XCTAssertEqual(digits, ["09", "30"])
        gtk_spin_button_set_value(opaque(numbers[1]), 45)
        view.presenter.didClose()
        XCTAssertTrue(pump(until: { !view.presenter.isOpen }))
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
  }

  func testChoicesOfARepetitionAreNotCutInANarrowWindowWithLargeText() throws {
    try withDisplay {
      let settings = gtk_settings_get_default()
      var dpi = GValue()
      g_value_init(&dpi, g_type_from_name("gint"))
      g_object_get_property(cast(opaque(settings)), "gtk-xft-dpi", &dpi)
      defer { g_object_set_property(cast(opaque(settings)), "gtk-xft-dpi", &dpi) }
      var double = GValue()
      g_value_init(&double, g_type_from_name("gint"))
      g_value_set_int(&double, 192 * 1024)
      g_object_set_property(cast(opaque(settings)), "gtk-xft-dpi", &double)
      let bench = try SceneBench()
      let presenter = DetailsPresenter(
        mode: .create(Self.draft), store: bench.store, commands: bench.commands, clock: bench.days)
      let custom = CustomRepeatRow(presenter: presenter)
      let group: Widget = adw_preferences_group_new()
      for row in custom.rows { adw_preferences_group_add(cast(group), row) }
      // What a window of 360 pixels leaves.
      let clamp: Widget = adw_clamp_new()
      adw_clamp_set_maximum_size(opaque(clamp), 336)
      adw_clamp_set_child(opaque(clamp), group)
      let rule = RecurrenceRule("FREQ=MONTHLY;COUNT=2", isFromCompletion: true)
      let form = try XCTUnwrap(
        RepeatForm(rule, anchor: CalendarTime(day: SceneBench.monday)))
      try inWindow(clamp) { window in
        custom.render(form)
        paint(window)
        let labels = WidgetTree.all("GtkLabel", in: group).filter { WidgetTree.isShown($0) }
        let texts = labels.map { String(cString: gtk_label_get_text(opaque($0))) }
        for text in ["Counts From", "The Completion", "Ends", "After a Count"] {
          let label = try XCTUnwrap(zip(texts, labels).first { $0.0 == text }?.1, text)
          let layout = gtk_label_get_layout(opaque(label))
          XCTAssertEqual(pango_layout_is_ellipsized(layout), 0, text)
        }
      }
    }
  }

  func testRenderingTwiceChangesNothing() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        var state = try XCTUnwrap(view.presenter.screen.rendered)
        state.todo.content = "C"
        for storageState in [DetailsState.StorageState.new, .deleted] {
          state.storageState = storageState
          let isNew = storageState == .new
          state.reminders = ["<b>", "DUE -PT5M", "2026-03-02T08:00:00Z A/<B>"].enumerated().map {
            .init(id: $0, reminder: Reminder(text: $1))
          }
          state.todo.recurrence = RecurrenceRule("FREQ=MONTHLY;COUNT=2")
          state.repeatForm = RepeatForm(
            RecurrenceRule("FREQ=MONTHLY;COUNT=2"), anchor: CalendarTime(day: SceneBench.monday))
          state.repeatChoice = isNew ? .monthly : .custom
          state.nextOccurrences = isNew ? nil : [CalendarTime(day: SceneBench.monday)]
          state.parent = .init(id: TodoID(rawValue: "p"), title: "<i>", isDone: false)
          state.subtasks = (0..<60).map {
            .init(id: TodoID(rawValue: "s\($0)"), title: "<u>", isDone: $0 == 1)
          }
          state.lists = [
            .init(id: ListID(rawValue: "a"), name: "A"),
            .init(id: ListID(rawValue: "b"), name: "B"),
          ]
          state.chosenList = 1
          view.presenter.screen.render(state)
          paint(window)
          let before = WidgetTree.dump(window)
          view.render(state)
          XCTAssertEqual(WidgetTree.dump(window), before)
          XCTAssertEqual(WidgetTree.namelessButtons(in: window), [])
        }
      }
    }
  }

  func testWhatIsCancelledIsNeitherTickedNorCounted() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        var state = try XCTUnwrap(view.presenter.screen.rendered)
        state.storageState = .stored
        for cancelled in [3, 2] {
          state.subtasks = (0..<4).map {
            .init(
              id: TodoID(rawValue: "s\($0)"), title: "part", isDone: $0 > 1,
              isCancelled: $0 == cancelled)
          }
          view.presenter.screen.render(state)
          XCTAssertTrue(WidgetTree.dump(window).joined(separator: "\n").contains("1 of 3 done"))
          let checks = WidgetTree.all("AdwActionRow", in: window)
            .filter { gtk_widget_has_css_class($0, "subtask") != 0 }
            .flatMap { WidgetTree.all("GtkCheckButton", in: $0) }
          XCTAssertEqual(
            checks.map { gtk_check_button_get_inconsistent(cast($0)) != 0 },
            (0..<4).map { $0 == cancelled })
          let struckOut = WidgetTree.all("AdwActionRow", in: window)
            .filter { gtk_widget_has_css_class($0, "is-done") != 0 }
          XCTAssertEqual(struckOut.count, 2)
        }
      }
    }
  }

  func testAHistoryThatIsCutSaysSo() {
    onMainActor {
      XCTAssertEqual(HistoryView.summary(1, isCut: false), "Done 1 time")
      XCTAssertEqual(
        HistoryView.summary(500, isCut: true),
        "Done at least 500 times; only the latest are kept")
    }
  }

  func testWhatIsManyIsShownInParts() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        var state = try XCTUnwrap(view.presenter.screen.rendered)
        state.storageState = .stored
        state.subtasks = (0..<60).map {
          .init(id: TodoID(rawValue: "s\($0)"), title: "part", isDone: $0 < 3)
        }
        state.todo.completions = Set(
          (0..<30).map { day in
            Completion(
              of: CalendarTime(day: SceneBench.monday.adding(days: day)),
              at: Timestamp(milliseconds: 0))
          })
        view.presenter.screen.render(state)
        @MainActor func rows() -> Int {
          WidgetTree.all("AdwActionRow", in: window).filter(WidgetTree.isShown).count
        }
        let before = rows()
        let texts = WidgetTree.dump(window).joined(separator: "\n")
        XCTAssertTrue(texts.contains("3 of 60 done"))
        XCTAssertTrue(texts.contains("Done 30 times"))
        let more = WidgetTree.all("GtkButton", in: window).filter {
          gtk_button_get_label(cast($0)).map { String(cString: $0) } == "Show More"
        }
        guard more.count == 2 else { return XCTFail("\(more.count) buttons") }
        emit("clicked", on: more[0])
        XCTAssertEqual(rows(), before + 10)
        emit("clicked", on: more[1])
        XCTAssertEqual(rows(), before + 30)
        emit("clicked", on: more[1])
        XCTAssertEqual(rows(), before + 35)
      }
    }
  }

  func testLinksInTheNotesAreUnderlined() throws {
    try withDisplay {
      try Self.open(try SceneBench()) { view, window in
        let buffer = try XCTUnwrap(Self.texts(window).last)
        gtk_text_buffer_set_text(buffer, "<b>see</b> https://example.org/a. and javascript:x", -1)
        let tag = gtk_text_tag_table_lookup(gtk_text_buffer_get_tag_table(buffer), "link")
        let marked = (0..<gtk_text_buffer_get_char_count(buffer)).filter { offset in
          var place = GtkTextIter()
          gtk_text_buffer_get_iter_at_offset(buffer, &place, offset)
          return gtk_text_iter_has_tag(&place, tag) != 0
        }
        XCTAssertEqual(marked, Array(11..<32))
        XCTAssertEqual(
          TextUndo.text(ofBuffer: opaque(buffer)),
          "<b>see</b> https://example.org/a. and javascript:x")
      }
    }
  }

  func testDetailsAreFreedWithTheirWidget() throws {
    try withDisplay {
      weak var view: DetailsView?
      weak var presenter: DetailsPresenter?
      let bench = try SceneBench()
      try Self.open(bench) { opened, window in
        view = opened
        presenter = opened.presenter
      }
      XCTAssertTrue(pump(until: { view == nil && presenter == nil }))
    }
  }
}
