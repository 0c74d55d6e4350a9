public import Core

extension SimulatedServer {
  /// The number of the present state of a record, as an account names it; nil if there is none, not even a
  /// tombstone.
  /// - Parameter account: nil for somebody who is alone there.
  public func version(of key: RecordKey, for account: Account?) -> Int64? {
    let client = account.map(SimulatedClient.init) ?? .home
    return state.withLock { $0.documents[client.place(of: key)]?.version }
  }
}
