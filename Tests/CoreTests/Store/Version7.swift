/// What the seventh step adds to the tables, as it was when it was made.
enum Version7 {
  static let additions = """
    CREATE TABLE unreadable (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      detail TEXT NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;
    """
}
