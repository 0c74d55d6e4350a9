import CGtk
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Does asynchronous work from a test of widgets, with the main loop running meanwhile.
@MainActor
func inLoop<T: Sendable>(_ work: @escaping @MainActor () async throws -> T) throws -> T {
  var result: Result<T, any Error>?
  Task { @MainActor in
    do { result = .success(try await work()) } catch { result = .failure(error) }
  }
  XCTAssertTrue(pump(until: { result != nil }, limit: 20), "the work did not end")
  return try XCTUnwrap(result).get()
}

extension SceneBench {
  /// Lets a dialog be painted, and its presenter read what it shows.
  @MainActor
  func show(_ dialog: DialogView) throws {
    paint(dialog.window)
    try inLoop { await self.waitUntilIdle() }
  }
}

/// What is shown already, rendered once more, changes no widget; and every button has a name.
@MainActor
func assertUnchanged(
  _ dialog: DialogView, file: StaticString = #filePath, line: UInt = #line,
  by render: () -> Void
) {
  let before = WidgetTree.dump(dialog.window)
  render()
  XCTAssertEqual(WidgetTree.dump(dialog.window), before, file: file, line: line)
  XCTAssertEqual(
    WidgetTree.namelessButtons(in: dialog.window), [], file: file, line: line)
}

/// Runs a test's body inside an application that has started, as its windows need it.
@MainActor
func withApplication(_ body: @escaping @MainActor (ApplicationLoop) throws -> Void) throws {
  try TestDisplay.require()
  let loop = ApplicationLoop(id: "optimist.test", isUnique: false)
  var result: Result<Void, any Error>?
  loop.onActivate = {
    loop.hold()
    result = Result { try body(loop) }
    loop.onActivate = nil
    loop.quit()
  }
  XCTAssertEqual(loop.run(), 0)
  try XCTUnwrap(result).get()
}

/// The first widget in and below one that fits.
@MainActor
func firstWidget(in widget: Widget, where fits: (Widget) -> Bool) -> Widget? {
  if fits(widget) { return widget }
  var child = gtk_widget_get_first_child(widget)
  while let current = child {
    if let found = firstWidget(in: current, where: fits) { return found }
    child = gtk_widget_get_next_sibling(current)
  }
  return nil
}

/// The dialog of an alert that is shown: a window of its own before libadwaita 1.5, a part of the
/// window below since then.
@MainActor
func shownAlert() -> Widget? {
  guard let windows = gtk_window_list_toplevels() else { return nil }
  defer { g_list_free(windows) }
  var node: UnsafeMutablePointer<GList>? = windows
  while let current = node {
    let found = firstWidget(in: cast(current.pointee.data)) {
      let name = String(cString: g_type_name_from_instance(cast($0)))
      return ["AdwAlertDialog", "AdwMessageDialog"].contains(name)
    }
    if let found { return found }
    node = current.pointee.next
  }
  return nil
}

/// The dialogs of a window.
@MainActor
func windows(over window: Widget) -> [Widget] {
  guard let list = gtk_window_list_toplevels() else { return [] }
  defer { g_list_free(list) }
  var found: [Widget] = []
  var node: UnsafeMutablePointer<GList>? = list
  while let current = node {
    let candidate: Widget = cast(current.pointee.data)
    if gtk_window_get_transient_for(cast(candidate)) == cast(window) { found.append(candidate) }
    node = current.pointee.next
  }
  return found
}

/// What GLib and the libraries on it warn of meanwhile.
@MainActor
func collectWarnings(_ body: @MainActor () throws -> Void) rethrows -> [String] {
  final class Warnings {
    var texts: [String] = []
  }
  let warnings = Warnings()
  let before = g_log_set_default_handler(
    { domain, _, message, warnings in
      guard let warnings, let message else { return }
      let domain = domain.map { String(cString: $0) } ?? ""
      Unmanaged<Warnings>.fromOpaque(warnings).takeUnretainedValue().texts
        .append(domain + ": " + String(cString: message))
    }, Unmanaged.passUnretained(warnings).toOpaque())
  defer { g_log_set_default_handler(before, nil) }
  try body()
  return warnings.texts
}

/// Emits a signal without arguments, as a person's click or key would.
@MainActor
func emit(_ signal: String, on widget: Widget) {
  var instance = GValue()
  g_value_init(&instance, gtk_widget_get_type())
  g_value_set_object(&instance, widget)
  defer { g_value_unset(&instance) }
  let id = g_signal_lookup(signal, g_value_get_object(&instance).typeOfObject)
  g_signal_emitv(&instance, id, 0, nil)
}

extension gpointer? {
  fileprivate var typeOfObject: GType {
    self?.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class.pointee.g_type ?? 0
  }
}

/// Shows a widget in a window of its own, and destroys that after the body.
@MainActor
func inWindow<T>(_ widget: Widget, _ body: @MainActor (_ window: Widget) throws -> T) rethrows
  -> T
{
  let window: Widget = gtk_window_new()
  gtk_window_set_default_size(cast(window), 600, 500)
  gtk_window_set_child(cast(window), widget)
  gtk_window_present(cast(window))
  pump(until: { gtk_widget_get_mapped(widget) != 0 })
  defer { gtk_window_destroy(cast(window)) }
  return try body(window)
}
