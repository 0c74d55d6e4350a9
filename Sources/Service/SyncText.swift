import Basics
import Core
import Platform
import Sync

/// The texts about synchronisation that the window and the commands share.
package enum SyncText {
  /// When the round began in which an account was last read in full, in few words and as a date. Anything written on
  /// the server since then may be missing here.
  /// - Parameter isFailing: whether the account cannot be read now: "just now" would contradict that.
  package static func lastSync(
    _ moment: Timestamp?, _ now: Timestamp, isFailing: Bool = false
  ) -> (String, full: String?) {
    guard let moment else { return (tr("Not synced yet"), nil) }
    let full = tr("Last synced: %s", DateText.long(milliseconds: moment.milliseconds))
    let minutes = Int((now.milliseconds - moment.milliseconds) / 60_000)
    switch minutes {
    // The clock may have been set back since. About a minute of that is not worth mentioning.
    case -1...0:
      return (
        isFailing ? tr("Last synced less than a minute ago") : tr("Last synced just now"), full
      )
    case 1..<60:
      return (
        ntr("Last synced %d minute ago", "Last synced %d minutes ago", minutes), full
      )
    case 60..<(24 * 60):
      return (
        ntr("Last synced %d hour ago", "Last synced %d hours ago", minutes / 60), full
      )
    default:
      return (tr("Last synced: %s", DateText.medium(milliseconds: moment.milliseconds)), full)
    }
  }

  /// How many records could not be read.
  package static func unreadable(_ count: Int) -> String {
    ntr(
      "%d record on the server could not be read and was left as it is.",
      "%d records on the server could not be read and were left as they are.", count)
  }

  /// How many to-dos are missing in a list on its server.
  package static func missing(_ missing: SyncSummary.Missing) -> String {
    let name = missing.name.isEmpty ? tr("Untitled") : ErrorText.short(missing.name)
    return missing.isWholeList
      ? ntr(
        "%d to-do is missing on the server, and so is its list “%s”.",
        "%d to-dos are missing on the server, and so is their list “%s”.", missing.count, name)
      : ntr(
        "%d of %d to-dos in “%s” is missing on the server.",
        "%d of %d to-dos in “%s” are missing on the server.", missing.count, missing.known, name)
  }

  /// Which record could not be read, and why. Both texts come from the server.
  package static func unreadable(_ record: UnreadableRecord) -> String {
    let name = record.key.id.asErrorDetail
    return switch record.key.kind {
    case .list: tr("List %s: %s", name, record.detail)
    case .todo: tr("To-do %s: %s", name, record.detail)
    case .member, .membership: tr("Member %s: %s", name, record.detail)
    case .consent: tr("Invitation %s: %s", name, record.detail)
    }
  }
}
