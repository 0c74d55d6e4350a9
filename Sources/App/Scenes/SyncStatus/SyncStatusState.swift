/// What stands above the page about changes that are on their way.
struct SyncStatusState: Equatable {
  /// Nil while there is nothing to tell.
  var banner: String?
}
