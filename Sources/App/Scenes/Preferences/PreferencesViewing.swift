/// The preferences.
@MainActor
protocol PreferencesViewing: AnyObject {
  func render(_ state: PreferencesState)
}
