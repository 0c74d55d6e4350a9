import Basics
import Core

extension SignedInTokenProvider {
  /// Gets a new ID token, or returns the old one while it is valid if none can be had now.
  func renew() async -> Result<String, SyncError> {
    do {
      let (session, secret, askedAt) = try await exchange()
      if isSignedOut { throw SyncError.authentication }
      // Another user's token would mix up two users' lists.
      guard session.userID.isExactly(user) else {
        forget(secret)
        throw SyncError.authentication
      }
      current = IDToken(session, askedAt: askedAt)
      refreshToken = session.refreshToken
      return .success(session.idToken)
    } catch let error as SyncError {
      return remedy(error)
    } catch {
      return .failure(.authentication)
    }
  }

  /// Exchanges the known refresh token for a session. If the server no longer accepts it, another process may have
  /// signed in again since it was read: then the keyring's present one is exchanged.
  private func exchange() async throws(SyncError)
    -> (session: IdentitySession, secret: String, askedAt: Duration)
  {
    var isRevoked = false
    while true {
      let secret = try await secretToRenewWith()
      let askedAt = clock.uptime()
      do {
        return (try await client.refresh(token: secret), secret, askedAt)
      } catch {
        let problem = failure(error, of: secret)
        guard case .tokenRevoked = error, !isRevoked else { throw problem }
        isRevoked = true
      }
    }
  }

  /// Stores a refresh token that the server has changed. A failure has no effect until the app is restarted,
  /// and the next renewal tries again.
  func storeChangedSecret() async {
    guard !isSignedOut, let refreshToken, refreshToken != stored else { return }
    guard (try? await secrets.setSecret(refreshToken, for: account, label: label)) != nil
    else { return }
    stored = refreshToken
  }

  private func secretToRenewWith() async throws(SyncError) -> String {
    if let refreshToken { return refreshToken }
    let secret: String?
    do {
      secret = try await secrets.secret(for: account)
    } catch {
      switch error {
      case .unavailable, .locked, .timedOut: throw .authentication
      case .cancelled, .failed: throw .transient(cause: .unreachable, retryAfter: nil)
      }
    }
    guard !isSignedOut, let secret, !secret.isEmpty, secret != revoked else {
      throw .authentication
    }
    refreshToken = secret
    stored = secret
    return secret
  }

  private func failure(_ error: IdentityError, of secret: String) -> SyncError {
    switch error {
    case .tokenRevoked:
      forget(secret)
      return .authentication
    // A retry cannot help before the user or the project's owner has done something.
    case .badKey, .notEnabled, .refused, .wrongCredentials, .userDisabled, .emailInUse,
      .weakPassword, .invalidEmail, .secondFactorRequired:
      return .authentication
    case .transient(let error):
      return error
    // A malfunctioning token server says nothing about the records waiting to be sent.
    case .tooManyAttempts, .protocolViolation:
      return .transient(cause: .unreachable, retryAfter: nil)
    }
  }

  private func forget(_ secret: String) {
    revoked = secret
    refreshToken = nil
    current = nil
  }

  private func remedy(_ error: SyncError) -> Result<String, SyncError> {
    guard case .transient(_, let retryAfter) = error, let old = current, clock.uptime() < old.end
    else { return .failure(error) }
    current?.postpone(until: clock.uptime() + max(retryAfter ?? .zero, IDToken.pause))
    return .success(old.text)
  }
}
