import Core

/// Removes old items from the trash and old conflicts, for the window and the commands alike.
package enum TrashPurge {
  /// Removes them. A failure is logged and prevents nothing else.
  package static func run(_ store: TodoStore) async {
    do throws(StoreError) {
      try await store.purgeTrash()
    } catch {
      Log.warning("the trash was not tidied: \(ErrorText.reason(error))")
    }
  }
}
