import Platform

/// Everything the preferences show.
struct PreferencesState: Equatable {
  /// Whether changes from last time are saved without asking.
  var savesLeftOvers = false
  var colorScheme = ColorScheme.system
}
