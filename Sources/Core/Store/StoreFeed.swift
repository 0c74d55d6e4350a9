/// What a reader of the store receives: first everything, then what each commit changed.
public enum StoreFeed<Snapshot: Sendable>: Sendable {
  /// The first rows, read quickly so that the first frame has something to show.
  case opening(Snapshot)
  /// Everything as of one commit. Comes again after a change too large to list row by row.
  case snapshot(Snapshot)
  /// What a later commit changed.
  case change(StoreChange)
  /// Reading failed; nothing follows.
  case failed(StoreError)
}
