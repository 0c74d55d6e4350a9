import Core
import Platform
import Service
import Sync
import Toolkit

/// Reports that lists of other people are no longer shared with the user.
@MainActor
final class ShareRevocationPresenter {
  private let store: TodoStore
  weak var navigator: (any Navigator)?
  private var feed: Task<Void, Never>?

  static let showTrash = "trash"

  init(store: TodoStore) {
    self.store = store
  }

  isolated deinit {
    feed?.cancel()
  }

  func start() {
    let revocations = store.revocations()
    feed = Task { [weak self] in
      for await gone in revocations {
        for revocation in gone { self?.report(revocation) }
      }
    }
  }

  /// Shows an alert if copies of unsent changes are in the trash, otherwise only a short message.
  private func report(_ revocation: ShareRevocation) {
    guard revocation.keptCount > 0 else {
      navigator?.showToast(
        tr("“%s” is no longer shared with you", ErrorText.short(revocation.list)))
      return
    }
    // Not awaited, so that the next report does not wait for the answer.
    Task { [weak navigator] in
      let answer = await navigator?.presentWhenQuiet(Self.alert(revocation))
      if answer?.response == Self.showTrash { navigator?.open(RecoveryRoute(page: .trash)) }
    }
  }

  static func alert(_ revocation: ShareRevocation) -> Alert {
    Alert(
      title: tr("“%s” Is No Longer Shared With You", ErrorText.short(revocation.list)),
      body: ntr(
        "%d to-do had changes that were not sent. A copy of it is in the trash.",
        "%d to-dos had changes that were not sent. Copies of them are in the trash.",
        revocation.keptCount),
      responses: [.init("close", tr("_Close")), .init(showTrash, tr("_Show Trash"))],
      defaultResponse: "close", closeResponse: "close")
  }
}
