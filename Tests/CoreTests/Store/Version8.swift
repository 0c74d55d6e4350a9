/// What the eighth step adds to the tables, as it was when it was made.
enum Version8 {
  static let additions = """
    ALTER TABLE trash ADD COLUMN serverTime INTEGER;
    ALTER TABLE trash ADD COLUMN tooOldAt INTEGER;
    ALTER TABLE syncConflict ADD COLUMN serverTime INTEGER;
    ALTER TABLE syncConflict ADD COLUMN tooOldAt INTEGER;
    ALTER TABLE syncState ADD COLUMN serverTime INTEGER;
    CREATE INDEX trash_account ON trash (account, serverTime);
    CREATE INDEX syncConflict_account ON syncConflict (account, serverTime);
    CREATE TABLE clock (
      id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
      seenAt INTEGER NOT NULL,
      backFrom INTEGER,
      backTo INTEGER
    ) STRICT;
    """
}
