import Core
import Platform
import Service
import Sync
import Toolkit

/// The texts about the contents of the servers.
enum ContentsText {
  /// The second line of a row.
  static func detail(_ row: ContentsState.Row) -> String {
    parts(row).joined(separator: " · ")
  }

  private static func parts(_ row: ContentsState.Row) -> [String] {
    var parts = [row.owner ?? trc("of a list", "Yours")]
    if row.isReadOnly { parts.append(tr("Read only")) }
    if let count = row.openCount {
      parts.append(ntr("%d open to-do", "%d open to-dos", count))
    }
    if row.isUnsent { parts.append(tr("Not sent yet")) }
    return parts
  }

  /// The text that a screen reader speaks for a row.
  static func spoken(_ row: ContentsState.Row) -> String {
    ([row.name] + parts(row)).joined(separator: trc("separator of spoken parts", ", "))
  }

  /// When a server was read, in a few words.
  static func age(of moment: Timestamp, _ now: Timestamp) -> String {
    let minutes = Int((now.milliseconds - moment.milliseconds) / 60_000)
    return switch minutes {
    // If the clock was set back less than a minute since then, that is not worth mentioning.
    case -1...0: tr("Updated just now.")
    case 1..<60: ntr("Updated %d minute ago.", "Updated %d minutes ago.", minutes)
    case 60..<(24 * 60): ntr("Updated %d hour ago.", "Updated %d hours ago.", minutes / 60)
    default: tr("Updated: %s.", DateText.medium(milliseconds: moment.milliseconds))
    }
  }
}
