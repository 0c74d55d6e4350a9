import Basics
import Core
import Platform
import Service
import Sync
import Toolkit

// Signing out: the question, sending pending changes first, and removing the account.

extension AccountsPresenter {
  /// Asks what to do with the lists of an account, and signs out.
  func didRequestSignOut(_ id: AccountID) {
    guard work == nil, let account = account(id) else { return }
    let task = Task { [weak self] in
      await self?.signOut(account)
      self?.work = nil
      self?.showRows()
    }
    work = (id, task)
  }

  private func signOut(_ account: Account) async {
    var reason: String?
    while !Task.isCancelled {
      do throws(StoreError) {
        let waiting = try await store.waitingCount(below: account.id)
        let question = SignOutQuestion(name: account.name, waiting: waiting, reason: reason)
        let answer = await navigator?.present(question.alert) ?? ""
        switch SignOutQuestion.Answer(rawValue: answer) {
        case .keep: return leave(account, isKeeping: true)
        case .remove: return leave(account, isKeeping: false)
        case .send: reason = try await send(account)
        case .cancel, nil: return
        }
      } catch {
        // Closing the dialog cancels a running read.
        guard !Task.isCancelled else { return }
        return await show(error, title: tr("The Account Was Not Removed"))
      }
    }
  }

  private func send(_ account: Account) async throws(StoreError) -> String? {
    sending = account.id
    showRows()
    defer {
      sending = nil
      showRows()
    }
    let flush = AccountFlush(account.id, store: store, sync: sync)
    // Its callbacks hold it weakly, so it is kept alive here.
    defer { withExtendedLifetime(flush) {} }
    return try await flush.run()
  }

  /// Removes the account. Its sync engine stops because of that, and only afterwards the secret, which the engine may
  /// need, is deleted.
  private func leave(_ account: Account, isKeeping: Bool) {
    commands.run { [store, sync, signing, weak navigator = navigator] () throws(StoreError) in
      try await store.disconnect(account.id, isKeeping: isKeeping)
      sync.syncNow()
      // Not awaited: a keyring that asks for its password must not hold up the next command.
      Task {
        do throws(SecretError) {
          try await signing.signOut(account)
        } catch {
          _ = await navigator?.present(Self.notice(error, account))
        }
      }
    } failing: { _ in
      tr("The Account Was Not Removed")
    }
  }

  private static func notice(_ error: SecretError, _ account: Account) -> Alert {
    Alert(
      title: tr("Sign-In Data Was Not Deleted"),
      body: tr("You are signed out of %s, but a secret is left in the keyring.", account.name)
        + "\n\n" + ErrorText.reason(error),
      responses: [.init("close", tr("_Close"))], defaultResponse: "close")
  }
}

/// The question before signing out of an account. No answer loses data.
struct SignOutQuestion {
  enum Answer: String {
    case cancel
    /// The lists stay on this computer.
    case keep
    /// The lists are removed; unsent changes go to the trash.
    case remove
    /// Unsent changes are sent first, then the question is asked again.
    case send
  }

  let name: String
  /// The number of changes that the server does not have.
  let waiting: Int
  /// Why sending has just failed; nil if it was not tried.
  var reason: String?

  var alert: Alert {
    waiting == 0 ? plain : urgent
  }

  private var title: String { tr("Sign Out of %s?", ErrorText.short(name)) }

  private var plain: Alert {
    Alert(
      title: title,
      body: tr("The lists stay on the server. They can stay on this computer too."),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.remove.rawValue, tr("_Remove Lists from This Computer"), .destructive),
        .init(Answer.keep.rawValue, tr("_Keep Lists on This Computer"), .suggested),
      ], defaultResponse: Answer.keep.rawValue, closeResponse: Answer.cancel.rawValue)
  }

  private var urgent: Alert {
    let count =
      reason == nil
      ? ntr(
        "%d change has not been sent to the server.",
        "%d changes have not been sent to the server.", waiting)
      : ntr(
        "%d change could not be sent to the server.",
        "%d changes could not be sent to the server.", waiting)
    let choices = tr(
      "Keep the lists on this computer with these changes, or discard the changes: copies stay in the trash."
    )
    return Alert(
      title: title,
      body: [reason.map { count + "\n" + $0 } ?? count, choices].joined(separator: "\n\n"),
      responses: [
        .init(Answer.cancel.rawValue, tr("_Cancel")),
        .init(Answer.remove.rawValue, tr("_Discard and Sign Out"), .destructive),
        .init(Answer.keep.rawValue, tr("_Keep on This Computer")),
        .init(
          Answer.send.rawValue, reason == nil ? tr("_Send First") : tr("_Try Again"), .suggested),
      ], defaultResponse: Answer.send.rawValue, closeResponse: Answer.cancel.rawValue)
  }
}

/// Sends an account's pending changes in a sync round, and waits for the end of the round within a time limit.
@MainActor
final class AccountFlush {
  private let account: AccountID
  private let store: TodoStore
  private let sync: any SyncControlling
  private let limit: Duration
  private var hasBegun = false

  /// - Parameter limit: after this time the sync round counts as failed.
  init(
    _ account: AccountID, store: TodoStore, sync: any SyncControlling,
    limit: Duration = .seconds(45)
  ) {
    self.account = account
    self.store = store
    self.sync = sync
    self.limit = limit
  }

  /// Requests a sync round.
  /// - Returns: why some changes were not sent, in words; nil if all were sent.
  func run() async throws(StoreError) -> String? {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observation = sync.observeActivity { [weak self] in
      self?.lookWhetherBusy()
      signal.yield()
    }
    let changes = store.syncChanges()
    let forwarding = Task {
      for await _ in changes { signal.yield() }
    }
    defer {
      forwarding.cancel()
      signal.finish()
      withExtendedLifetime(observation) {}
    }
    sync.syncNow()
    lookWhetherBusy()
    let end = await Deadline.run(within: limit) { await self.follow(signals) }
    if let end { return try end.get() }
    let rest = try await waiting()
    return rest.isEmpty ? nil : reason(rest) ?? tr("The server did not answer in time.")
  }

  /// Waits until all changes were sent, or until it is clear that some cannot be.
  private func follow(_ signals: AsyncStream<Void>) async -> Result<String?, StoreError> {
    do throws(StoreError) {
      for await _ in signals {
        let rest = try await waiting()
        if rest.isEmpty { return .success(nil) }
        if hasBegun, !isBusy, let reason = reason(rest) { return .success(reason) }
      }
      return .success(tr("Sending was interrupted."))
    } catch {
      return .failure(error)
    }
  }

  private func waiting() async throws(StoreError) -> [SyncSummary] {
    try await store.summaries(below: account).filter { $0.waiting > 0 }
  }

  private var isBusy: Bool { sync.busyAccounts.contains { $0.root == account } }

  private func lookWhetherBusy() {
    if isBusy { hasBegun = true }
  }

  /// Why some changes are not sent; nil as long as they may still be.
  private func reason(_ rest: [SyncSummary]) -> String? {
    rest.lazy.compactMap(reason(_:)).first
  }

  private func reason(_ summary: SyncSummary) -> String? {
    if let problem = summary.retry?.problem { return ErrorText.reason(problem) }
    guard summary.quarantined.count >= min(summary.waiting, SyncSummary.limit) else { return nil }
    return summary.quarantined.first.map { ErrorText.reason($0.retry.problem) }
  }
}
