public import Core

extension TodoStore {
  /// The rows of a page, as a newly opened window gets them.
  public func sections(of scope: TodoScope) async throws(StoreError) -> TodoSections {
    for await event in todos(in: scope) {
      switch event {
      case .opening, .change: continue
      case .snapshot(let sections): return sections
      case .failed(let error): throw error
      }
    }
    throw StoreError.cancelled
  }

  /// Merges a page that was requested with the current cursor.
  /// - Returns: at the end of a listing, the records with a base that the listing did not contain.
  @discardableResult
  public func apply(_ page: ChangePage, of kind: RecordKind, from account: AccountID)
    async throws(StoreError) -> [RecordKey]
  {
    let place = try await syncCursor(of: kind, of: account)
    return try await apply(page, of: kind, from: account, askedSince: place) ?? []
  }
}

extension TodoSections {
  /// The open rows, then the done ones.
  public var rows: [TodoRow] { Array(open) + Array(done) }
}
