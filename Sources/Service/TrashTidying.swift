import Core

/// Removes from the trash what has been there long enough; the window and the commands do it alike.
package enum TrashTidying {
  /// Tidies; that it fails is told and keeps nobody from working.
  package static func run(_ store: TodoStore) async {
    do throws(StoreError) {
      try await store.tidyTrash()
    } catch {
      Log.warning("the trash was not tidied: \(ErrorText.reason(error))")
    }
  }
}
