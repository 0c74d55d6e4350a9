import Core
import Platform

/// Describes accounts.
enum AccountText {
  /// The place where the lists of an account are kept; without an account, they are on this computer only.
  static func place(of account: AccountID?, among accounts: [Account]) -> String {
    guard let account else { return tr("On This Computer") }
    // A new account may have lists before its name is known.
    return accounts.first { $0.id == account }?.name ?? tr("Account")
  }
}
