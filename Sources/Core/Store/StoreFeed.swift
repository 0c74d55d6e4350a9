/// What a reader of the store is told: first everything, then what each commit changed.
public enum StoreFeed<Snapshot: Sendable>: Sendable {
  /// The beginning of what is to come, read quickly so that the first frame has something to show.
  case opening(Snapshot)
  /// Everything as of one commit. Comes again after a change too large to be told row by row.
  case snapshot(Snapshot)
  /// What a later commit changed.
  case change(StoreChange)
  /// Reading failed; nothing follows.
  case failed(StoreError)
}
