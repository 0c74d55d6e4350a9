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

  package init(
    settings: Settings, entry: AutostartEntry = .standard(),
    isSandboxed: Bool = UserDirectories.isFile("/.flatpak-info")
  ) {
    self.settings = settings
    self.entry = entry
    self.isSandboxed = isSandboxed
  }

  /// Whether it is to be started. Somebody may have removed the entry since.
  package var isOn: Bool { settings.startsAtLogin && (isSandboxed || entry.exists) }

  /// Whether the user is still to be asked. In a build directory there is nowhere to keep the answer.
  package var isOpenQuestion: Bool { settings.isPersistent && !settings.wasAskedToStartAtLogin }

  /// The user is being asked: it is an open question no more, whatever becomes of that.
  package func willAsk() { settings.wasAskedToStartAtLogin = true }

  /// Turns it on or off; ``isOn`` says what came of it, and stays what it was where that failed.
  package func set(_ isOn: Bool) async -> Outcome {
    settings.wasAskedToStartAtLogin = true
    let outcome = isSandboxed ? await request(isOn) : write(isOn)
    switch outcome {
    case .done: settings.startsAtLogin = isOn
    case .refused: settings.startsAtLogin = false
    case .failed: break
    }
    return outcome
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
    // A desktop that allows nothing does not start it either.
    case .granted where !isOn, .refused where !isOn: return .done
    case .granted(let isStarted): return isStarted ? .done : .refused
    case .refused: return .refused
    case .failed(let problem): return .failed(problem)
    }
  }
}
