/// What the fifth version adds to a file.
///
/// The text is frozen, as that of ``Version1``.
enum Version5 {
  static let additions = """
    CREATE TABLE formerValues (
      account TEXT NOT NULL,
      kind TEXT NOT NULL,
      record TEXT NOT NULL,
      marks TEXT NOT NULL,
      PRIMARY KEY (account, kind, record)
    ) STRICT, WITHOUT ROWID;
    """
}
