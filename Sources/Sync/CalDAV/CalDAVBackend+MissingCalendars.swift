import Core

// Writing into calendars that another device may have deleted.

extension CalDAVBackend {
  /// Writes into a calendar, which may be gone: another device has deleted the list, and a new to-do or an edit beats
  /// that. Servers answer 403, 404, 405 or 409 then, as if something were wrong with the to-do.
  ///
  /// If the calendar is there by now, another device has made it again since, and the write is repeated once.
  func writing<Value>(
    to collection: DAVPath, _ write: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(SyncError) { return try await write() } catch {
      guard try await isPresent(collection, after: error) else {
        throw .postponed(.listIsMissing)
      }
      guard Self.isAsOfMissing(error) else { throw error }
    }
    do throws(SyncError) { return try await write() } catch {
      throw try await isPresent(collection, after: error) ? error : .postponed(.listIsMissing)
    }
  }

  /// Changes a resource, with whose calendar the same may have happened.
  ///
  /// - Throws: ``SyncError/conflict`` if the resource is gone.
  func changing<Value>(
    _ resource: DAVPath, _ write: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(SyncError) { return try await write() } catch {
      guard case .rejected = error else { throw error }
      guard try await exchange.properties(of: resource, [.etag]) != nil else { throw .conflict }
      // A server that was restored meanwhile has it again.
      guard Self.isAsOfMissing(error) else { throw error }
    }
    return try await write()
  }

  /// Whether a refusal can be about a calendar that is not there.
  private static func isAsOfMissing(_ error: SyncError) -> Bool {
    guard case .rejected(let status, code: "") = error else { return false }
    return [403, 404, 405, 409].contains(status)
  }

  /// Whether a calendar is there after something could not be written into it; true where the failure has another reason.
  private func isPresent(_ collection: DAVPath, after error: SyncError) async throws(SyncError)
    -> Bool
  {
    switch error {
    case .conflict, .rejected: break
    case .transient, .postponed, .authentication, .untrusted, .protocolViolation: return true
    }
    return try await exchange.properties(of: collection, [.resourceType])?.isCalendar == true
  }
}
