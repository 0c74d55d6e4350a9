import Core
import Platform
import Service
import Sync

/// The texts about people.
enum PeopleText {
  /// The age of the shown people.
  static func age(of moment: Timestamp, _ now: Timestamp) -> String {
    let minutes = Int((now.milliseconds - moment.milliseconds) / 60_000)
    switch minutes {
    // If the clock was set back less than a minute since then, that is not worth mentioning.
    case -1...0: return tr("as of just now")
    case 1..<60: return ntr("as of %d minute ago", "as of %d minutes ago", minutes)
    case 60..<(24 * 60): return ntr("as of %d hour ago", "as of %d hours ago", minutes / 60)
    default:
      /// Translators: the argument is a date
      return tr("as of %s", DateText.medium(milliseconds: moment.milliseconds))
    }
  }

  /// Why the shown people may be outdated.
  static func notice(_ problem: SyncProblem, readAt: Timestamp, _ now: Timestamp) -> String {
    let age = age(of: readAt, now)
    switch problem {
    case .unreachable: return tr("Offline: %s", age)
    case .unavailable, .refused, .authentication, .untrusted, .protocolViolation:
      return ErrorText.reason(problem) + " " + tr("Shown %s", age)
    }
  }

  static func skipped(_ count: Int) -> String? {
    guard count > 0 else { return nil }
    return ntr("%d person could not be read", "%d people could not be read", count)
  }
}
