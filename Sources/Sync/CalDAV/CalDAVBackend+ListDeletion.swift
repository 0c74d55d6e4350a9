import Basics
import Core

// Deleting a list. A calendar goes with everything in it, so it goes only if nothing else is in it.

extension CalDAVBackend {
  /// Deletes a calendar with the to-dos that were deleted with the list. What somebody has added or changed since, or
  /// what is no to-do, would be deleted too; then it is refused, and the to-dos are deleted one by one.
  func deleteList(_ key: RecordKey, from tag: String?) async throws(SyncError)
    -> RecordVersion
  {
    guard tag != nil else {
      // It may have arrived without an answer.
      if try await fetchList(key).fields != nil { throw .conflict }
      return .gone(key)
    }
    do throws(SyncError) {
      try await deleteCalendar(of: key, in: tag)
    } catch {
      // It is gone: somebody has deleted or renamed the calendar, perhaps since it was looked at.
      guard error.isMissing else { throw error }
    }
    return .gone(key)
  }

  private func deleteCalendar(of key: RecordKey, in tag: String?) async throws(SyncError) {
    let collection = try await self.collection(of: key, in: tag, besides: [.syncToken])
    guard collection.isForTodosOnly else {
      throw .rejected(status: 403, code: "calendar-with-events")
    }
    let etag = try await etagWithoutOthers(of: collection, key)
    do throws(SyncError) {
      // The token is older than the listing: what was written between the two is noticed as well.
      try await exchange.delete(
        collection.path, ifMatch: etag,
        ifToken: etag == nil ? collection.properties.syncToken : nil)
    } catch {
      try await deleteUnconditionally(collection, key, from: etag, after: error)
    }
  }

  /// Deletes a calendar after the deletion with a precondition has failed, if it still holds nothing else. Somebody may
  /// just have written into it, the server may compare other ETags and tokens than it gives out, and Cyrus 3.6 ends the
  /// connection without an answer.
  private func deleteUnconditionally(
    _ collection: CalDAVCollection, _ key: RecordKey, from etag: String?, after failure: SyncError
  ) async throws(SyncError) {
    switch failure {
    case .conflict, .transient(.interrupted, _): break
    default: throw failure
    }
    let token = etag == nil ? collection.properties.syncToken : nil
    guard etag != nil || token != nil else { throw failure }
    if let token {
      let again = try await exchange.properties(of: collection.path, [.syncToken])
      // It was deleted, and only the answer was lost.
      guard let again else { return }
      guard again.syncToken.isExactly(token) else { throw .conflict }
    }
    guard try await etagWithoutOthers(of: collection, key).isExactly(etag) else { throw .conflict }
    try await exchange.delete(collection.path, ifMatch: nil)
  }

  /// Compares what is in a calendar with what was deleted with its list.
  /// - Returns: the ETag of the calendar, which few servers have. With it as a precondition nothing can be written into
  ///   the calendar between this listing and the deletion.
  /// - Throws: ``SyncError/rejected(status:code:)`` if there is something else.
  private func etagWithoutOthers(of collection: CalDAVCollection, _ key: RecordKey)
    async throws(SyncError) -> String?
  {
    let deleted = try await known { () throws(StoreError) in
      try await store.deletedTodos(of: ListID(rawValue: key.id), in: account)
    }
    var etags: [ExactText: String] = [:]
    for resource in deleted { etags[ExactText(resource.path)] = resource.etag }
    var etag: String?
    let answer = try await exchange.propfind(collection.path, depth: 1, [.etag])
    // What a listing leaves out would be deleted unseen.
    guard !answer.isCutOff,
      answer.responses.contains(where: { DAVPath(href: $0.href)?.asCollection == collection.path })
    else { throw .protocolViolation(detail: "a listing that is not whole") }
    for response in answer.responses {
      let path = DAVPath(href: response.href)
      let present = response.properties.etag.flatMap(CalDAVETag.normalized)
      if path?.asCollection == collection.path {
        etag = present
      } else if present == nil || !present.isExactly(path.flatMap { etags[ExactText($0.text)] }) {
        throw .rejected(status: 409, code: "calendar-not-empty")
      }
    }
    return etag
  }
}
