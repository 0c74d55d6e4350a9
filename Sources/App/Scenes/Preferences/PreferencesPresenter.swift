import Core
import Platform
import Toolkit

/// The preferences: each choice counts at once.
@MainActor
final class PreferencesPresenter: Presenter {
  private let choices: any Choices
  private let applyColorScheme: @MainActor (ColorScheme) -> Void
  let screen = Screen<PreferencesState>()
  weak var router: (any PreferencesRouter)?

  /// - Parameter applyColorScheme: makes the windows light or dark.
  init(
    choices: any Choices,
    applyColorScheme: @escaping @MainActor (ColorScheme) -> Void = ColorScheme.apply
  ) {
    self.choices = choices
    self.applyColorScheme = applyColorScheme
  }

  func didLoad() { render() }

  func didSetSavesLeftOvers(_ isOn: Bool) {
    choices.savesLeftOvers = isOn
    render()
  }

  func didChoose(_ scheme: ColorScheme) {
    choices.colorScheme = scheme
    applyColorScheme(scheme)
    render()
  }

  func didClose() { router?.didFinish() }

  private func render() {
    screen.render(
      PreferencesState(
        savesLeftOvers: choices.savesLeftOvers, colorScheme: choices.colorScheme))
  }
}
