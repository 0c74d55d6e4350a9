public import Core

extension SimulatedServer {
  /// The version of a record's present state, for an account's name of the record; nil if there is neither a record nor
  /// a tombstone.
  /// - Parameter account: nil for the only user of the server.
  public func version(of key: RecordKey, for account: Account?) -> Int64? {
    let client = account.map(SimulatedClient.init) ?? .home
    return state.withLock { $0.documents[client.place(of: key)]?.version }
  }
}
