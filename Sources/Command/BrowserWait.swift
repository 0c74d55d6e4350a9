import Core
import Glibc
import Platform
import Service

/// Waits in the terminal until the user has signed in in a browser, which may be on another computer.
enum BrowserWait {
  /// Prints the address and signs in. Control-C cancels it.
  @MainActor
  static func signIn(_ signing: AccountSignIn, _ request: BrowserSignInRequest)
    async throws(AccountSignInFailure) -> Account
  {
    let work = Task { () async -> Result<Account, AccountSignInFailure> in
      do throws(AccountSignInFailure) {
        return .success(
          try await signing.signIn(request) { address in
            Terminal.printLine(tr("Open this address in a browser and sign in there:"))
            Terminal.printUTF8(address)
            // Another program that reads the output must get the address now.
            fflush(nil)
          })
      } catch {
        return .failure(error)
      }
    }
    let interruptHandler = InterruptHandler { work.cancel() }
    defer { withExtendedLifetime(interruptHandler) {} }
    return try await work.value.get()
  }
}
