import Basics
import GRDB

extension TodoStore {
  /// The most acquaintances returned, one for each person and list.
  private static let mostAcquaintances = 2_000
  /// So many members of each list come before the others of any list: the owner of a list decides how many it has.
  private static let firstOfEachList = 50

  /// The people whom the user of an account knows through a list: its owner, the inviter, and the other
  /// members. If a person is known through several lists, those most likely to give access to their profile
  /// come first.
  public func acquaintances(of account: AccountID) async throws(StoreError) -> [Acquaintance] {
    try await read { db in
      guard let me = try Self.account(account, db)?.user else { return [] }
      let rows = try Row.fetchAll(
        db.statement(
          """
          SELECT rank, person, owner, list FROM (
            SELECT *, ROW_NUMBER() OVER (PARTITION BY rank, owner, list ORDER BY person) AS number
              FROM (
                SELECT 0 AS rank, owner AS person, owner, sharedList AS list
                  FROM account WHERE parent = ?1
                UNION ALL
                SELECT 1, NULL, NULL, record FROM syncBase
                  WHERE account = ?1 AND kind = 'membership' AND fields IS NOT NULL
                UNION ALL
                SELECT 2, member.user, share.owner, share.sharedList
                  FROM member JOIN account AS share ON share.id = member.account
                  WHERE share.parent = ?1
                UNION ALL
                SELECT 3, user, ?2, listID FROM member WHERE account = ?1))
            ORDER BY number > \(Self.firstOfEachList), rank, list, person
            LIMIT \(Self.mostAcquaintances)
          """, [account.rawValue, me]))
      var seen: Set<Acquaintance> = []
      return rows.compactMap { Self.acquaintance($0, of: me) }.filter {
        !$0.user.isExactly(me) && seen.insert($0).inserted
      }
    }
  }

  private static func acquaintance(_ row: Row, of me: String) -> Acquaintance? {
    guard let user: String = row[1] else { return inviter(row[3], of: me) }
    return Acquaintance(user: user, owner: row[2], list: ListID(rawValue: row[3]))
  }

  /// The record's name is `owner/list:user`.
  private static func inviter(_ record: String, of me: String) -> Acquaintance? {
    guard let (owner, member) = RecordKey(kind: .membership, id: record).sharedBy else {
      return nil
    }
    let ending = (":" + me).utf8
    guard member.utf8.suffix(ending.count).elementsEqual(ending) else { return nil }
    let list = String(decoding: member.utf8.dropLast(ending.count), as: UTF8.self)
    return Acquaintance(user: owner, owner: owner, list: ListID(rawValue: list))
  }
}
