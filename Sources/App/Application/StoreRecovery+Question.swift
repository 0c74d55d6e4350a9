import Basics
import Core
import Platform
import Service
import Toolkit

extension StoreRecovery {
  /// - Parameter backups: newest first; the alert offers one choice for each.
  static func question(_ error: StoreError, backups: [Backup]) -> Alert {
    guard case .damaged = error else {
      return Alert(
        title: tr("Your To-Dos Cannot Be Opened"), body: ErrorText.reason(error),
        responses: [
          .init(Answer.quit.rawValue, tr("_Quit")),
          .init(Answer.retry.rawValue, tr("_Try Again"), .suggested),
        ], defaultResponse: Answer.retry.rawValue, closeResponse: Answer.quit.rawValue)
    }
    var responses: [Alert.Response] = [
      .init(Answer.quit.rawValue, tr("_Quit")),
      .init(Answer.startEmpty.rawValue, tr("_Start Empty"), .destructive),
    ]
    let isRestorable = backups.contains(where: \.isSound)
    if isRestorable {
      responses.append(.init(Answer.restore.rawValue, tr("_Restore Backup"), .suggested))
    }
    let kept = tr("The damaged file is kept under a name with today’s date.")
    let found =
      if isRestorable {
        tr("Choose a backup to restore.")
      } else if backups.isEmpty {
        tr("There is no backup.")
      } else {
        tr("All backups are damaged, too.")
      }
    var alert = Alert(
      title: tr("Your To-Dos Are Damaged"), body: found + " " + kept, responses: responses,
      defaultResponse: (isRestorable ? Answer.restore : .quit).rawValue,
      closeResponse: Answer.quit.rawValue)
    alert.choices = backups.map { .init(label: text($0), isEnabled: $0.isSound) }
    return alert
  }

  private static func text(_ backup: Backup) -> String {
    let date = DateText.medium(milliseconds: backup.copy.madeAt.milliseconds)
    switch backup.contents {
    case .sound(_, let todos):
      return ntr("%2$s: %1$d to-do", "%2$s: %1$d to-dos", todos, date)
    case .unusable:
      return tr("%s: damaged", date)
    }
  }
}
