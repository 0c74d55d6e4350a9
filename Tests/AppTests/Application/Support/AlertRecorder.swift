@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// Answers alerts: with the next answer of a script, with the close response, or when a test says so.
@MainActor
final class AlertRecorder {
  private(set) var alerts: [Alert] = []
  /// Answers to the alerts to come; the close response where there is none.
  var script: [String] = []
  /// Whether alerts stay open until ``answer(_:)``.
  var isHolding = false
  private var open: [CheckedContinuation<String, Never>] = []

  var openCount: Int { open.count }
  var titles: [String] { alerts.map(\.title) }

  func present(_ alert: Alert) async -> String {
    alerts.append(alert)
    if isHolding { return await withCheckedContinuation { open.append($0) } }
    return script.isEmpty ? alert.closeResponse : script.removeFirst()
  }

  /// Answers the alert that has been open longest.
  func answer(_ response: String) {
    open.removeFirst().resume(returning: response)
  }
}
