import Service

/// Asks a server whether users can sign in to it through the browser.
@MainActor
final class BrowserSignInProbe {
  private let signing: any AccountSigningIn
  /// The address asked last.
  private var asked: String?
  private var asking: Task<Void, Never>?

  init(_ signing: any AccountSigningIn) {
    self.signing = signing
  }

  isolated deinit {
    asking?.cancel()
  }

  /// Whether an answer for the address has arrived or is pending.
  func isKnown(for address: String) -> Bool { address == asked }

  func forget() {
    asking?.cancel()
    asked = nil
  }

  /// - Parameter onAnswer: called unless another address is asked before the answer arrives.
  func ask(
    _ address: String, certificate: String?, onAnswer: @escaping @MainActor (Bool) -> Void
  ) {
    forget()
    asked = address
    asking = Task { [signing] in
      let isOffered = await signing.offersBrowser(at: address, certificate: certificate)
      if !Task.isCancelled { onAnswer(isOffered) }
    }
  }
}
