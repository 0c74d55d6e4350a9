import Core
import Platform
import Service
import Toolkit

/// Everything the preferences show.
struct PreferencesState: Equatable {
  /// Whether changes from last time are saved without asking.
  var savesUnsentChanges = false
  var colorScheme = ColorScheme.system
  /// Whether days, tags and so on are understood in what is typed.
  var understandsTyping = true
  /// When reminders of days without a time ring: minutes after midnight.
  var reminderTime = 540
  var dueTimesRing = true
  var snooze = SnoozeLength.tenMinutes
  var startsAtLogin = false
  /// Why it is not started at login although that was wanted.
  var loginNote: String?

  /// The times to choose from: the full hours, and what was chosen elsewhere.
  var reminderTimes: [Int] {
    Set((0..<24).map { $0 * 60 } + [reminderTime]).sorted()
  }
}

/// The preferences: each choice counts at once.
@MainActor
final class PreferencesPresenter: Presenter {
  private let settings: Settings
  private let applyColorScheme: @MainActor (ColorScheme) -> Void
  private let loginStart: LoginStart
  private let onReminderChange: @MainActor () -> Void
  private var loginNote: String?
  /// What was asked for last, until the desktop has answered: it may ask the user first.
  private var wantedAtLogin: Bool?
  let screen = Screen<PreferencesState>()

  /// - Parameters:
  ///   - applyColorScheme: makes the windows light or dark.
  ///   - onReminderChange: runs when reminders may ring at other times.
  init(
    settings: Settings, loginStart: LoginStart? = nil,
    applyColorScheme: @escaping @MainActor (ColorScheme) -> Void = ColorScheme.apply,
    onReminderChange: @escaping @MainActor () -> Void = {}
  ) {
    self.settings = settings
    self.loginStart = loginStart ?? LoginStart(settings: settings)
    self.onReminderChange = onReminderChange
    self.applyColorScheme = applyColorScheme
  }

  func didLoad() { render() }

  func didSetSavesUnsentChanges(_ isOn: Bool) {
    settings.savesUnsentChanges = isOn
    render()
  }

  func didChoose(_ scheme: ColorScheme) {
    settings.colorScheme = scheme
    applyColorScheme(scheme)
    render()
  }

  func didSetUnderstandsTyping(_ isOn: Bool) {
    settings.understandsTyping = isOn
    render()
  }

  /// - Parameter minutes: after midnight.
  func didChooseReminderTime(_ minutes: Int) {
    settings.reminderTime = minutes
    onReminderChange()
    render()
  }

  func didSetDueTimesRing(_ isOn: Bool) {
    settings.dueTimesRing = isOn
    onReminderChange()
    render()
  }

  func didChoose(_ snooze: SnoozeLength) {
    settings.snooze = snooze
    render()
  }

  func didSetStartsAtLogin(_ isOn: Bool) {
    let isAsking = wantedAtLogin != nil
    wantedAtLogin = isOn
    loginNote = nil
    render()
    guard !isAsking else { return }
    Task { await changeLoginStart() }
  }

  /// One request after another, as some need an answer by the user, who may change their mind meanwhile.
  private func changeLoginStart() async {
    while let wanted = wantedAtLogin {
      let outcome = await loginStart.set(wanted)
      guard wanted == wantedAtLogin else { continue }
      wantedAtLogin = nil
      loginNote = LoginStartText.note(outcome, wanted: wanted)
    }
    render()
  }

  private func render() {
    var state = PreferencesState(
      savesUnsentChanges: settings.savesUnsentChanges, colorScheme: settings.colorScheme)
    state.understandsTyping = settings.understandsTyping
    state.reminderTime = settings.reminderTime
    state.dueTimesRing = settings.dueTimesRing
    state.snooze = settings.snooze
    state.startsAtLogin = wantedAtLogin ?? loginStart.isOn
    state.loginNote = loginNote
    screen.render(state)
  }
}
