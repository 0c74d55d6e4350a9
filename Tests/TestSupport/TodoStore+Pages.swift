public import Core

extension TodoStore {
  /// Merges a page as one that was asked for with the present cursor.
  /// - Returns: at the end of a listing, the records with a base that it did not contain.
  @discardableResult
  public func apply(_ page: ChangePage, of kind: RecordKind, from account: AccountID)
    async throws(StoreError) -> [RecordKey]
  {
    let place = try await syncCursor(of: kind, of: account)
    return try await apply(page, of: kind, from: account, askedSince: place) ?? []
  }
}
