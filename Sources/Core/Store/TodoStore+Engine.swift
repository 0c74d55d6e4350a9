import GRDB

extension TodoStore {
  /// The version of SQLite.
  public func engineVersion() async throws(StoreError) -> String {
    try await read { try String.fetchOne($0, sql: "SELECT sqlite_version()") ?? "" }
  }
}
