import CSecret
import Core

/// Owns the items of a search result.
final class SecretItemList {
  private let list: UnsafeMutablePointer<GList>?

  init(_ list: UnsafeMutablePointer<GList>?) {
    self.list = list
  }

  deinit {
    g_list_free_full(list, g_object_unref)
  }

  var all: [UnsafeMutablePointer<SecretItem>] {
    sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }
      .compactMap { $0?.pointee.data?.assumingMemoryBound(to: SecretItem.self) }
  }

  /// The items whose secret can be read at once.
  var unlocked: [UnsafeMutablePointer<SecretItem>] {
    all.filter { secret_item_get_locked($0) == 0 }
  }

  var locked: [UnsafeMutablePointer<SecretItem>] {
    all.filter { secret_item_get_locked($0) != 0 }
  }
}
