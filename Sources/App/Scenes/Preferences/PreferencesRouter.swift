/// Where the preferences lead.
@MainActor
protocol PreferencesRouter: AnyObject {
  func didFinish()
}
