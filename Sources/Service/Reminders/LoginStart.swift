import Platform

/// Starts the application at login, without a window, so that reminders ring.
@MainActor
package final class LoginStart {
  package enum Outcome: Equatable, Sendable {
    case done
    /// The desktop or the user said no.
    case refused
    /// The reason in English.
    case failed(String)
  }

  private let settings: Settings
  private let entry: AutostartEntry
  private let isSandboxed: Bool
  private let observers = Observers()

  package init(
    settings: Settings, entry: AutostartEntry = .standard(),
    isSandboxed: Bool = UserDirectories.isFile("/.flatpak-info")
  ) {
    self.settings = settings
    self.entry = entry
    self.isSandboxed = isSandboxed
  }

  /// Whether the app is to be started at login. Outside a sandbox, somebody may have removed the entry since.
  package var isOn: Bool { settings.startsAtLogin && (isSandboxed || entry.exists) }

  /// Whether the user should still be asked. In a build directory the answer could not be stored, so nobody is asked.
  package var isOpenQuestion: Bool { settings.isPersistent && !settings.wasAskedToStartAtLogin }

  /// Records that the user is being asked, so that the question is no longer open, whatever the answer.
  package func willAsk() { settings.wasAskedToStartAtLogin = true }

  /// Records that nobody could answer, so that the question is open again.
  package func didNotAsk() { settings.wasAskedToStartAtLogin = false }

  /// Turns it on or off. ``isOn`` then has the result; after a failure it stays what it was.
  package func set(_ isOn: Bool) async -> Outcome {
    settings.wasAskedToStartAtLogin = true
    let outcome = isSandboxed ? await request(isOn) : write(isOn)
    switch outcome {
    case .done: settings.startsAtLogin = isOn
    case .refused: settings.startsAtLogin = false
    case .failed: break
    }
    observers.notify()
    return outcome
  }

  /// Calls back when it was turned on or off, also from elsewhere.
  /// - Returns: keeps the observation alive.
  package func observe(_ onChange: @escaping @MainActor () -> Void) -> AnyObject {
    observers.add(onChange)
  }

  private func write(_ isOn: Bool) -> Outcome {
    if let problem = isOn ? entry.write() : entry.remove() { return .failed(problem) }
    return .done
  }

  private func request(_ isOn: Bool) async -> Outcome {
    let answer = await BackgroundPortal.request(
      reason: tr("Reminders ring also when no window is open."), autostart: isOn,
      command: AutostartEntry.arguments)
    switch answer {
    // A desktop that grants nothing does not start the app either, so turning it off has succeeded.
    case .granted where !isOn, .refused where !isOn: return .done
    case .granted(let isStarted): return isStarted ? .done : .refused
    case .refused: return .refused
    case .failed(let problem): return .failed(problem)
    }
  }
}
