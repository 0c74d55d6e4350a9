public import Core

/// What is needed to query a Firestore database as one user.
public struct FirestoreAccount: Sendable {
  public let settings: FirestoreSettings
  /// The credentials; nil sends the user's name to an emulator on this computer and nothing to any other
  /// server.
  public let tokens: (any TokenProvider)?
  public let transport: any HTTPTransport

  public init(
    settings: FirestoreSettings, tokens: (any TokenProvider)?, transport: any HTTPTransport
  ) {
    self.settings = settings
    self.tokens = tokens
    self.transport = transport
  }

  /// Looks up an account; nil if nobody is signed in to it.
  public typealias Access = @Sendable (AccountID) async -> FirestoreAccount?
}
