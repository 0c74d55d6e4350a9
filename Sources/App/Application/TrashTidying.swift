import Core

/// Removes from the trash what has been there long enough; the window and the commands do it alike.
enum TrashTidying {
  /// How long the trash keeps what was deleted, in days.
  private static let days: Int64 = 30

  /// Tidies; that it fails is told and keeps nobody from working.
  static func run(_ store: TodoStore) async {
    let moment = Timestamp(milliseconds: store.now.milliseconds - days * 24 * 3600 * 1000)
    do throws(StoreError) {
      try await store.emptyTrash(before: moment)
    } catch {
      Log.warning("the trash was not tidied: \(ErrorText.reason(error))")
    }
  }
}
