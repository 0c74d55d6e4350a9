import Service

/// Asks a server whether it lets people sign in through the browser.
@MainActor
final class BrowserOffer {
  private let signing: any AccountSigningIn
  /// The address that was asked last, and the question.
  private var asked: String?
  private var asking: Task<Void, Never>?

  init(_ signing: any AccountSigningIn) {
    self.signing = signing
  }

  isolated deinit {
    asking?.cancel()
  }

  /// Whether an answer for the address is there or on its way.
  func isKnown(for address: String) -> Bool { address == asked }

  func forget() {
    asking?.cancel()
    asked = nil
  }

  /// - Parameter onAnswer: called unless another address is asked meanwhile.
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
