/// The sixth version of the database, as it was written.
enum Version6 {
  static let schema =
    Version4.schema + Version5.additions
      + """
      CREATE TABLE syncComparison (
        account TEXT NOT NULL,
        kind TEXT NOT NULL,
        comparedAt INTEGER,
        difference INTEGER NOT NULL DEFAULT 0,
        isDue INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (account, kind)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX syncBase_order ON syncBase (account, kind, ordinal);
      INSERT INTO grdb_migrations VALUES ('5'), ('6');
      """
}
