public import Core

/// What is needed to ask a Firestore database in the name of one user.
public struct FirestoreAccount: Sendable {
  public let settings: FirestoreSettings
  /// Who asks; nil names the user to an emulator on this computer and sends no credentials to any
  /// other server.
  public let tokens: (any TokenProvider)?
  public let transport: any HTTPTransport

  public init(
    settings: FirestoreSettings, tokens: (any TokenProvider)?, transport: any HTTPTransport
  ) {
    self.settings = settings
    self.tokens = tokens
    self.transport = transport
  }

  /// Looks up an account; nil for one that nobody is signed in to.
  public typealias Access = @Sendable (AccountID) async -> FirestoreAccount?
}
