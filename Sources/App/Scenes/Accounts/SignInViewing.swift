/// The dialog in which somebody signs in.
@MainActor
protocol SignInViewing: AnyObject {
  func render(_ state: SignInState)
}
