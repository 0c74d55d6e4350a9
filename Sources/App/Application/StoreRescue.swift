import Core

/// What is asked when the to-dos cannot be opened. Nothing is deleted whatever the answer.
enum StoreRescue {
  enum Answer: String {
    case quit
    case retry
    case restore
    case startEmpty
  }

  /// - Parameter backup: the newest sound copy, if there is one.
  static func question(_ error: StoreError, backup: StoreBackup.Copy?) -> Alert {
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
    let body: String
    if let backup {
      let date = DateText.long(milliseconds: backup.madeAt.milliseconds)
      body = tr(
        "There is a backup from %s. The damaged file is kept under a name with today’s date.", date)
      responses.append(.init(Answer.restore.rawValue, tr("_Restore Backup"), .suggested))
    } else {
      body = tr("There is no backup. The damaged file is kept under a name with today’s date.")
    }
    return Alert(
      title: tr("Your To-Dos Are Damaged"), body: body, responses: responses,
      defaultResponse: (backup == nil ? Answer.quit : .restore).rawValue,
      closeResponse: Answer.quit.rawValue)
  }

  /// Does what was answered, before the file is opened again.
  static func act(on answer: Answer, at location: StoreLocation, backup: StoreBackup.Copy?)
    async throws(StoreError)
  {
    guard answer == .restore || answer == .startEmpty else { return }
    let now = LocalTime.parts(milliseconds: location.environment.now().milliseconds, zone: nil)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let stamp =
      "\(now.year)-\(two(now.month))-\(two(now.day))-\(two(now.hour))\(two(now.minute))\(two(now.second))"
    try location.backup.setAside(stamp: stamp)
    if answer == .restore, let backup { try location.backup.restore(backup) }
  }
}
