import Basics
import CGLib

/// What the app remembers about its window, and the user's preferences.
///
/// GSettings stores the values. If the schema is not installed, as in a build directory, or lacks a key, the values
/// last only as long as the process: GSettings itself would end the process.
@MainActor
package final class Settings {
  private let store: ObjectReference?
  private var numbers: [String: Int] = [
    "window-width": 960, "window-height": 680, "reminder-time": 540,
  ]
  private var flags: [String: Bool] = ["due-times-ring": true, "understand-typing": true]
  private var texts: [String: String] = [:]
  private var lists: [String: [String]] = [:]

  /// - Parameters:
  ///   - schema: the schema's id.
  ///   - directory: is searched before the system's own directories.
  package init(schema: String = DataDirectory.applicationID, directory: DataDirectory) {
    store = Settings.open(schema, directory)
  }

  /// Whether the values outlast the process.
  package var isPersistent: Bool { store != nil }

  /// Pixels.
  package var windowWidth: Int {
    get { number("window-width") }
    set { setNumber("window-width", newValue) }
  }

  /// Pixels.
  package var windowHeight: Int {
    get { number("window-height") }
    set { setNumber("window-height", newValue) }
  }

  package var isWindowMaximized: Bool {
    get { flag("window-maximized") }
    set { setFlag("window-maximized", newValue) }
  }

  /// The page that was shown last, in the form the app gave it; empty at first.
  package var lastScope: String {
    get { text("last-scope") }
    set { setText("last-scope", newValue) }
  }

  /// Whether unsent changes of the last session are sent without asking.
  package var savesUnsentChanges: Bool {
    get { flag("save-unsent-changes") }
    set { setFlag("save-unsent-changes", newValue) }
  }

  /// Whether the windows are light or dark.
  package var colorScheme: ColorScheme {
    get { ColorScheme(rawValue: text("color-scheme")) ?? .system }
    set { setText("color-scheme", newValue.rawValue) }
  }

  /// When reminders of days without a time ring: minutes after midnight, 0…1439.
  package var reminderTime: Int {
    get { min(max(number("reminder-time"), 0), 1439) }
    set { setNumber("reminder-time", newValue) }
  }

  /// Whether a due time rings without a reminder.
  package var dueTimesRing: Bool {
    get { flag("due-times-ring") }
    set { setFlag("due-times-ring", newValue) }
  }

  /// How long the button of a notification snoozes, in the form the app gave it.
  package var snoozeLength: String {
    get { text("snooze-length") }
    set { setText("snooze-length", newValue) }
  }

  /// Whether days, times, tags and so on are recognised in the text that is typed for a new to-do.
  package var understandsTyping: Bool {
    get { flag("understand-typing") }
    set { setFlag("understand-typing", newValue) }
  }

  /// The identifiers of the to-dos whose subtasks are hidden, the newest last.
  package var collapsedTodos: [String] {
    get { list("collapsed-todos") }
    set { setList("collapsed-todos", newValue) }
  }

  /// Whether the desktop was asked to start the app at login.
  package var startsAtLogin: Bool {
    get { flag("starts-at-login") }
    set { setFlag("starts-at-login", newValue) }
  }

  /// Whether the user has been asked about starting at login.
  package var wasAskedToStartAtLogin: Bool {
    get { flag("asked-to-start-at-login") }
    set { setFlag("asked-to-start-at-login", newValue) }
  }

  /// Writes changed values to disk now; otherwise that takes a moment.
  package static func flush() { g_settings_sync() }

  /// The desktop's own settings, a `GSettings`; nil if the schema is not installed or has no text under the key.
  static func ofDesktop(_ id: String, withText key: String) -> ObjectReference? {
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, id, true.gboolean)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_get_path(schema) != nil, has(schema, key, "s") else { return nil }
    return ObjectReference(adopting: opaque(g_settings_new_full(schema, nil, nil)))
  }

  private var settings: UnsafeMutablePointer<GSettings>? { store.map { cast($0.pointer) } }

  private func number(_ key: String) -> Int {
    settings.map { Int(g_settings_get_int($0, key)) } ?? numbers[key] ?? 0
  }

  private func setNumber(_ key: String, _ value: Int) {
    numbers[key] = value
    if let settings { g_settings_set_int(settings, key, gint(clamping: value)) }
  }

  private func flag(_ key: String) -> Bool {
    settings.map { g_settings_get_boolean($0, key) != 0 } ?? flags[key] ?? false
  }

  private func setFlag(_ key: String, _ value: Bool) {
    flags[key] = value
    if let settings { g_settings_set_boolean(settings, key, value.gboolean) }
  }

  private func text(_ key: String) -> String {
    guard let settings, let text = g_settings_get_string(settings, key) else {
      return texts[key] ?? ""
    }
    defer { g_free(text) }
    return String(cString: text)
  }

  private func setText(_ key: String, _ value: String) {
    texts[key] = value
    if let settings { g_settings_set_string(settings, key, value) }
  }

  private func list(_ key: String) -> [String] {
    guard let settings, let texts = g_settings_get_strv(settings, key) else {
      return lists[key] ?? []
    }
    defer { g_strfreev(texts) }
    var list: [String] = []
    while let text = texts[list.count] { list.append(String(cString: text)) }
    return list
  }

  private func setList(_ key: String, _ value: [String]) {
    lists[key] = value
    guard let settings else { return }
    // For GLib, a text ends at its first NUL.
    var texts = value.map { g_strdup($0.contains("\0") ? "" : $0) } + [nil]
    texts.withUnsafeMutableBufferPointer { texts in
      texts.withMemoryRebound(to: UnsafePointer<gchar>?.self) { texts in
        _ = g_settings_set_strv(settings, key, texts.baseAddress)
      }
    }
    for text in texts { g_free(text) }
  }

  private static let types = [
    "window-width": "i", "window-height": "i", "window-maximized": "b", "last-scope": "s",
    "save-unsent-changes": "b", "color-scheme": "s", "reminder-time": "i", "due-times-ring": "b",
    "snooze-length": "s", "starts-at-login": "b", "asked-to-start-at-login": "b",
    "understand-typing": "b", "collapsed-todos": "as",
  ]

  private static func open(_ id: String, _ directory: DataDirectory) -> ObjectReference? {
    guard let schema = find(id, directory) else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_get_path(schema) != nil else { return nil }
    for (key, type) in types where !has(schema, key, type) { return nil }
    return ObjectReference(adopting: opaque(g_settings_new_full(schema, nil, nil)))
  }

  private static func find(_ id: String, _ directory: DataDirectory) -> OpaquePointer? {
    let system = g_settings_schema_source_get_default()
    if directory.hasCompiledSchemas,
      let source = g_settings_schema_source_new_from_directory(
        directory.schemas, system, false.gboolean, nil)
    {
      defer { g_settings_schema_source_unref(source) }
      return g_settings_schema_source_lookup(source, id, true.gboolean)
    }
    return system.flatMap { g_settings_schema_source_lookup($0, id, true.gboolean) }
  }

  private static func has(_ schema: OpaquePointer, _ key: String, _ type: String) -> Bool {
    guard g_settings_schema_has_key(schema, key) != 0,
      let description = g_settings_schema_get_key(schema, key)
    else { return false }
    defer { g_settings_schema_key_unref(description) }
    let expected = g_variant_type_new(type)
    defer { g_variant_type_free(expected) }
    return g_variant_type_equal(
      UnsafeRawPointer(g_settings_schema_key_get_value_type(description)),
      UnsafeRawPointer(expected)) != 0
  }
}
