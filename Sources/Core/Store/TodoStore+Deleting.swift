extension TodoStore {
  /// Deletes a to-do with its subtasks, and keeps copies in the trash.
  /// - Returns: the to-do as it was.
  /// - Throws: ``StoreError/missing``, ``StoreError/notAllowed``.
  @discardableResult
  public func delete(_ id: TodoID) async throws(StoreError) -> Todo {
    try await transaction { try $0.deleteTree(id) }
  }

  /// Deletes several to-dos with their subtasks: all of them or none.
  /// - Throws: as ``delete(_:)-(TodoID)``.
  public func delete(_ ids: [TodoID]) async throws(StoreError) {
    try await transaction { work in
      for id in ids { if try work.todo(id) == nil { throw StoreError.missing } }
      // One may be a part of another.
      for id in ids { if try work.todo(id) != nil { try work.deleteTree(id) } }
    }
  }
}
