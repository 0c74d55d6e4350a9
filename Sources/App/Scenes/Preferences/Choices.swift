import Platform

/// What the user has chosen once and for all; outlasts the process.
@MainActor
protocol Choices: LeftOverPreference {
  var colorScheme: ColorScheme { get set }
}

extension Settings: Choices {}
