import Core
import Platform
import Service
import Toolkit

/// The state of the preferences.
struct PreferencesState: Equatable {
  /// Whether changes left over from an earlier run are sent without asking.
  var savesUnsentChanges = false
  var colorScheme = ColorScheme.system
  /// Whether days, tags and so on are recognised in the typed text.
  var understandsTyping = true
  /// The time at which reminders of days without a time ring, in minutes after midnight.
  var reminderTime = 540
  /// Whether times are shown with AM and PM.
  var hasTwelveHours = false
  var dueTimesRing = true
  var snooze = SnoozeLength.tenMinutes
  var startsAtLogin = false
  /// Why the application is not started at login although the user wanted that.
  var loginNote: String?

  /// The times to choose from: all full hours, and a time that was set elsewhere.
  var reminderTimes: [Int] {
    Set((0..<24).map { $0 * 60 } + [reminderTime]).sorted()
  }
}

/// The preferences; each choice takes effect at once.
@MainActor
final class PreferencesPresenter: Presenter {
  private let settings: Settings
  private let applyColorScheme: @MainActor (ColorScheme) -> Void
  private let loginStart: LoginStart
  private let clock: any DayClock
  private var observations: [AnyObject] = []
  private let onReminderChange: @MainActor () -> Void
  private var loginNote: String?
  /// The setting requested last, until the desktop has answered, which may ask the user first.
  private var wantedAtLogin: Bool?
  let screen = Screen<PreferencesState>()

  /// - Parameters:
  ///   - applyColorScheme: switches the windows between light and dark.
  ///   - onReminderChange: runs when reminders may ring at other times.
  init(
    settings: Settings, loginStart: LoginStart, clock: any DayClock,
    applyColorScheme: @escaping @MainActor (ColorScheme) -> Void = ColorScheme.apply,
    onReminderChange: @escaping @MainActor () -> Void = {}
  ) {
    self.settings = settings
    self.loginStart = loginStart
    self.clock = clock
    self.onReminderChange = onReminderChange
    self.applyColorScheme = applyColorScheme
  }

  func didLoad() {
    observations = [
      loginStart.observe { [weak self] in self?.render() },
      clock.observe { [weak self] in self?.render() },
    ]
    render()
  }

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

  /// Makes one request at a time, because some wait for an answer by the user, who may change the setting meanwhile.
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
    state.hasTwelveHours = DateText.hasTwelveHours
    state.dueTimesRing = settings.dueTimesRing
    state.snooze = settings.snooze
    state.startsAtLogin = wantedAtLogin ?? loginStart.isOn
    state.loginNote = loginNote
    screen.render(state)
  }
}
