import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

/// Asks what to do with unsent changes from an earlier run, until one of the answers has succeeded.
@MainActor
final class UnsentChangesPresenter {
  private let sync: any SyncControlling
  private let settings: Settings
  private weak var navigator: (any Navigator)?
  private let onNotice: @MainActor (String?) -> Void

  /// - Parameter onNotice: shows the progress with these changes; nil hides it.
  init(
    sync: any SyncControlling, settings: Settings, navigator: any Navigator,
    onNotice: @escaping @MainActor (String?) -> Void
  ) {
    self.sync = sync
    self.settings = settings
    self.navigator = navigator
    self.onNotice = onNotice
  }

  /// - Parameter count: the number of records with unsent changes.
  func ask(count: Int) async {
    var count = count
    var failure: UnsentChangesFailure.Reason?
    while let navigator {
      let answer = await navigator.presentWhenQuiet(question(count, failure))
      switch answer.response {
      case "save":
        settings.savesUnsentChanges = answer.isChecked
        guard let found = await save(count) else { return }
        failure = found.reason
        // A count that could not be determined is 0; the earlier count is kept then.
        if found.remaining > 0 { count = found.remaining }
      case "discard":
        if await discard(count) { return }
      default:
        settings.savesUnsentChanges = answer.isChecked
        return
      }
    }
  }

  // MARK: Parts

  private func save(_ count: Int) async -> UnsentChangesFailure? {
    onNotice(
      ntr(
        "Saving %d change from last time…", "Saving %d changes from last time…", count))
    defer { onNotice(nil) }
    return await sync.saveUnsentChanges()
  }

  /// - Returns: whether the changes were discarded, so that nothing is left to ask.
  private func discard(_ count: Int) async -> Bool {
    guard await navigator?.present(Self.discardQuestion(count)) == "discard" else { return false }
    onNotice(
      ntr(
        "Discarding %d change from last time…", "Discarding %d changes from last time…", count))
    defer { onNotice(nil) }
    do throws(StoreError) {
      try await sync.discardUnsentChanges()
      return true
    } catch {
      let alert = ErrorText.alert(error, title: tr("The Changes Were Not Discarded"))
      _ = await navigator?.present(alert)
      return false
    }
  }

  private func question(_ count: Int, _ failure: UnsentChangesFailure.Reason?) -> Alert {
    let question = tr(
      "Changes from last time have not been saved to the server. Save them now?")
    let number = ntr("%d change is waiting.", "%d changes are waiting.", count)
    return Alert(
      title: failure == nil ? tr("Changes From Last Time") : tr("Error"),
      body: [failure.map(Self.text), question, number].compactMap { $0 }
        .joined(separator: "\n\n"),
      responses: [
        .init("discard", tr("_Discard…"), .destructive), .init("later", tr("_Later")),
        .init("save", tr("_Save"), .suggested),
      ], defaultResponse: "save", closeResponse: "later",
      check: .init(
        label: tr("Save changes from last time _without asking"),
        isOn: settings.savesUnsentChanges),
      details: failure.flatMap(Self.details))
  }

  private static func details(_ reason: UnsentChangesFailure.Reason) -> String? {
    guard case .problem(let problem, _) = reason else { return nil }
    return ErrorText.detail(problem)
  }

  private static func text(_ reason: UnsentChangesFailure.Reason) -> String {
    switch reason {
    case .store(let error):
      return ErrorText.reason(error)
    case .problem(let problem, let title):
      let reason = ErrorText.reason(problem)
      return title.named { tr("“%s”: %s", $0, reason) } ?? reason
    }
  }

  private static func discardQuestion(_ count: Int) -> Alert {
    Alert(
      title: ntr(
        "Discard %d Change From Last Time?", "Discard %d Changes From Last Time?", count),
      body: tr("What the server has takes their place. You can restore them from the trash."),
      responses: [
        .init("cancel", tr("_Cancel")), .init("discard", tr("_Discard"), .destructive),
      ], defaultResponse: "cancel", closeResponse: "cancel")
  }
}
