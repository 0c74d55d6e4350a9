import Core
import Platform

/// The questions to the user when the to-dos cannot be opened. No answer deletes anything.
package enum StoreRecovery {
  package enum Answer: String {
    case quit
    case retry
    case restore
    case startEmpty
  }

  /// A backup and its contents.
  package struct Backup: Hashable, Sendable {
    package let copy: StoreBackup.Copy
    package let contents: StoreBackup.Contents

    package var isSound: Bool { contents != .unusable }
  }

  /// The backups with their contents, newest first.
  package static func backups(of location: StoreLocation) async -> [Backup] {
    let backup = location.backup
    var found: [Backup] = []
    for copy in backup.copies() {
      found.append(Backup(copy: copy, contents: await backup.contents(of: copy)))
    }
    return found
  }

  /// Carries out the user's answer, before the file is opened again.
  package static func act(on answer: Answer, at location: StoreLocation, backup: StoreBackup.Copy?)
    async throws(StoreError)
  {
    guard answer == .restore || answer == .startEmpty else { return }
    let now = LocalTime.parts(milliseconds: location.environment.now().milliseconds, zone: nil)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let stamp =
      "\(now.year)-\(two(now.month))-\(two(now.day))-\(two(now.hour))\(two(now.minute))\(two(now.second))"
    if answer == .restore, let backup {
      try location.backup.restore(backup, settingAside: stamp)
    } else {
      try location.backup.startEmpty(settingAside: stamp)
    }
  }
}
