import Platform

/// Asks GNOME Online Accounts
/// (https://gitlab.gnome.org/GNOME/gnome-online-accounts/-/blob/master/data/dbus-interfaces.xml).
@MainActor
enum OnlineAccounts {
  private static let service = "org.gnome.OnlineAccounts"
  /// The kinds that are CalDAV servers with a password. Other kinds have calendars too, but use tokens.
  private static let kinds = ["owncloud", "webdav"]
  /// The most accounts that are offered.
  private static let most = 20

  /// The accounts with calendars; none where there is no such service.
  static func all() async -> [OnlineAccount] {
    let objects: BusValue
    do throws(BusFailure) {
      objects = try await BusCall.call(
        service, "/org/gnome/OnlineAccounts", "org.freedesktop.DBus.ObjectManager",
        "GetManagedObjects", reply: "(a{oa{sa{sv}}})", within: .seconds(10))
    } catch {
      // Most desktops have no such service, and the user has not asked for it, so this is not an error.
      return []
    }
    let found = objects.children.first?.children.lazy.compactMap(account).prefix(most) ?? [][...]
    return found.sorted { $0.id < $1.id }
  }

  /// The password that the settings keep. May wait for the user to unlock the keyring.
  static func password(of account: OnlineAccount) async throws(BusFailure) -> String {
    // The argument names the password, for accounts with several.
    let answer = try await BusCall.call(
      service, account.id, service + ".PasswordBased", "GetPassword", [""], reply: "(s)",
      within: .seconds(60))
    let password = answer.children.first?.text ?? ""
    guard (1...4096).contains(password.utf8.count) else {
      throw BusFailure(reason: "no usable password")
    }
    return password
  }

  /// - Parameter entry: an object's path and its interfaces with their properties.
  private static func account(_ entry: BusValue) -> OnlineAccount? {
    let parts = entry.children
    guard parts.count == 2, let account = parts[1].value(service + ".Account", type: "a{sv}"),
      let calendar = parts[1].value(service + ".Calendar", type: "a{sv}"),
      parts[1].value(service + ".PasswordBased", type: "a{sv}") != nil
    else { return nil }
    let text = { (values: BusValue, key: String) in values.value(key, type: "s")?.text ?? "" }
    guard kinds.contains(text(account, "ProviderType")) else { return nil }
    return OnlineAccount(
      id: parts[0].text, name: text(account, "PresentationIdentity"), uri: text(calendar, "Uri"),
      user: text(account, "Identity"))
  }
}
