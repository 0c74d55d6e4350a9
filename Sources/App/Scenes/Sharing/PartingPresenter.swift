import Core
import Platform
import Service
import Sync
import Toolkit

/// Tells that lists of other people are not here any more.
@MainActor
final class PartingPresenter {
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
    let partings = store.partings()
    feed = Task { [weak self] in
      for await gone in partings {
        for parting in gone { self?.tell(parting) }
      }
    }
  }

  /// Copies in the trash are worth a question; without them it is enough to say it.
  private func tell(_ parting: StoreParting) {
    guard parting.keptCount > 0 else {
      navigator?.tell(
        tr("“%s” is not shared with you any more", ErrorText.short(parting.list)))
      return
    }
    // Not awaited: the next one must not wait for the answer.
    Task { [weak navigator] in
      let answer = await navigator?.presentWhenQuiet(Self.alert(parting))
      if answer?.response == Self.showTrash { navigator?.open(.recovery(.trash)) }
    }
  }

  static func alert(_ parting: StoreParting) -> Alert {
    Alert(
      title: tr("“%s” Is Not Shared With You Any More", ErrorText.short(parting.list)),
      body: ntr(
        "%d to-do had changes that were not sent. A copy of it is in the trash.",
        "%d to-dos had changes that were not sent. Copies of them are in the trash.",
        parting.keptCount),
      responses: [.init("close", tr("_Close")), .init(showTrash, tr("_Show Trash"))],
      defaultResponse: "close", closeResponse: "close")
  }
}
