import Core
import Platform
import Toolkit

/// Everything the preferences show.
struct PreferencesState: Equatable {
  /// Whether changes from last time are saved without asking.
  var savesUnsentChanges = false
  var colorScheme = ColorScheme.system
}

/// The preferences: each choice counts at once.
@MainActor
final class PreferencesPresenter: Presenter {
  private let settings: Settings
  private let applyColorScheme: @MainActor (ColorScheme) -> Void
  let screen = Screen<PreferencesState>()

  /// - Parameter applyColorScheme: makes the windows light or dark.
  init(
    settings: Settings,
    applyColorScheme: @escaping @MainActor (ColorScheme) -> Void = ColorScheme.apply
  ) {
    self.settings = settings
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

  private func render() {
    screen.render(
      PreferencesState(
        savesUnsentChanges: settings.savesUnsentChanges, colorScheme: settings.colorScheme))
  }
}
