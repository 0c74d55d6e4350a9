import Basics
import Core
import Synchronization

/// Knows until when a server accepts no new lists. After a restart of the program, the server is asked once more.
final class CalDAVListLimit: Sendable {
  /// How long new lists wait if the server does not say.
  private static let usual = Duration.seconds(600)

  private let pause = Mutex<(start: Timestamp, end: Timestamp)?>(nil)

  /// Whether it is too early to make another list.
  func haveToWait(at now: Timestamp) -> Bool {
    // The clock may have been set back since.
    pause.withLock { pause in pause.map { $0.start <= now && now < $0.end } ?? false }
  }

  /// Notes that the server has refused a new list for now.
  /// - Parameter duration: the pause that the server asked for (RFC 6585 §4).
  func wait(_ duration: Duration?, from now: Timestamp) {
    pause.withLock { $0 = (now, now.adding(duration ?? Self.usual)) }
  }
}
