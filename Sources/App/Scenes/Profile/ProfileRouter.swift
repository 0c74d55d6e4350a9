import Core

/// Where the dialog leads in which the user changes how they are known.
@MainActor
protocol ProfileRouter: AlertPresenting {
  func didCancel()
  /// The profile is kept, and has to be sent.
  func didSave()
}
