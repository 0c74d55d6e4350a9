import GRDB

// Which lists the main list of this computer shows.

extension StoreTransaction {
  func isHidden(_ list: ListID) throws -> Bool {
    try db.number("SELECT EXISTS (SELECT 1 FROM hiddenList WHERE list = ?)", [list.rawValue]) == 1
  }

  /// Shows a list, or hides it.
  mutating func setShown(_ id: ListID, _ isShown: Bool) throws {
    try db.run(
      isShown
        ? "DELETE FROM hiddenList WHERE list = ?"
        : "INSERT INTO hiddenList (list) VALUES (?) ON CONFLICT DO NOTHING", [id.rawValue])
    guard db.changesCount > 0 else { return }
    change.reload()
    if let list = try list(id) { undoStepBuilder?.add(list.key, list.name, .shown(isShown)) }
  }
}
