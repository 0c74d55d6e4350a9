import Platform

/// Whether changes from last time are saved without asking; outlasts the process.
@MainActor
protocol LeftOverPreference: AnyObject {
  var savesLeftOvers: Bool { get set }
}

extension Settings: LeftOverPreference {}
