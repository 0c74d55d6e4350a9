import Basics
import CSecret
import Core

/// A connection to the Secret Service (https://specifications.freedesktop.org/secret-service/latest/)
/// for one operation. Blocks: used on the store's own queue, on one thread.
///
/// Each operation has its own connection and session, which costs a few milliseconds and survives a restart
/// of the keyring.
final class SecretConversation {
  private let cancellation: SecretCancellation
  private let asks: Bool
  private let connection: OpaquePointer
  private let service: UnsafeMutablePointer<SecretService>

  /// Connects and opens a session.
  /// - Parameters:
  ///   - address: of the bus; nil for the session bus.
  ///   - asks: whether the user is asked to unlock a keyring.
  /// - Throws: ``SecretError/unavailable`` if there is no bus or no Secret Service on it.
  init(address: String?, asks: Bool, cancellation: SecretCancellation) throws(SecretError) {
    let connection = try Self.connect(to: address, cancellation)
    var error: UnsafeMutablePointer<GError>?
    guard let service = optimist_secret_service_open(connection, cancellation.pointer, &error)
    else {
      Self.close(connection)
      throw SecretError.take(error)
    }
    self.cancellation = cancellation
    self.asks = asks
    self.connection = connection
    self.service = service
  }

  deinit {
    g_object_unref(service)
    Self.close(connection)
  }

  /// The secret of an account; nil if there is none.
  func secret(of account: AccountID) throws(SecretError) -> String? {
    let items = try find(account)
    guard let item = items.unlocked.first ?? items.locked.first else { return nil }
    // An unlocked one does not ask the user anything.
    if items.unlocked.isEmpty { try unlock([item]) }
    var error: UnsafeMutablePointer<GError>?
    guard secret_item_load_secret_sync(item, cancellation.pointer, &error) != 0 else {
      throw SecretError.take(error)
    }
    guard let value = secret_item_get_secret(item) else {
      throw .failed(detail: "item without a secret")
    }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    var length: gsize = 0
    guard let bytes = secret_value_get(value, &length) else { return "" }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
      String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
    }
  }

  /// Stores a secret. An existing one is changed in place: it may be in a keyring that is no longer the
  /// default one, and a second item would leave the old secret behind.
  func keep(_ secret: String, of account: AccountID, label: String) throws(SecretError) {
    guard let value = secret_value_new(secret, gssize(secret.utf8.count), "text/plain") else {
      throw .failed(detail: "no value")
    }
    defer { secret_value_unref(UnsafeMutableRawPointer(value)) }
    let items = try find(account)
    try unlock(items.locked)
    var error: UnsafeMutablePointer<GError>?
    for item in items.all {
      guard secret_item_set_secret_sync(item, value, cancellation.pointer, &error) != 0 else {
        throw SecretError.take(error)
      }
    }
    guard items.all.isEmpty else { return }
    let attributes = Self.attributes(account)
    defer { g_hash_table_unref(attributes) }
    guard
      secret_service_store_sync(
        service, optimist_secret_schema(), attributes, SECRET_COLLECTION_DEFAULT, label, value,
        cancellation.pointer, &error) != 0
    else { throw SecretError.take(error) }
  }

  /// Deletes the secret of an account, in whichever keyring it is.
  func remove(_ account: AccountID) throws(SecretError) {
    let items = try find(account)
    try unlock(items.locked)
    var error: UnsafeMutablePointer<GError>?
    for item in items.all {
      guard secret_item_delete_sync(item, cancellation.pointer, &error) != 0 else {
        throw SecretError.take(error)
      }
    }
  }

  // MARK: Details

  /// The items of an account in all keyrings, locked or not.
  ///
  /// libsecret could unlock them in the same call, but returns an empty list if that fails, as if there were
  /// none.
  private func find(_ account: AccountID) throws(SecretError) -> SecretItemList {
    let attributes = Self.attributes(account)
    defer { g_hash_table_unref(attributes) }
    var error: UnsafeMutablePointer<GError>?
    let list = secret_service_search_sync(
      service, optimist_secret_schema(), attributes, SECRET_SEARCH_ALL, cancellation.pointer,
      &error)
    if let error { throw SecretError.take(error) }
    return SecretItemList(list)
  }

  /// Asks the user to unlock the items' keyrings.
  /// - Throws: ``SecretError/locked`` if any stays locked.
  private func unlock(_ items: [UnsafeMutablePointer<SecretItem>]) throws(SecretError) {
    guard asks || items.isEmpty else { throw .locked }
    for item in items {
      let list = g_list_append(nil, item)
      defer { g_list_free(list) }
      var error: UnsafeMutablePointer<GError>?
      let count = secret_service_unlock_sync(service, list, cancellation.pointer, nil, &error)
      guard count == 1 else { throw SecretError.take(error) }
    }
  }

  private static func attributes(_ account: AccountID) -> OpaquePointer? {
    let table = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)
    g_hash_table_insert(table, g_strdup("account"), g_strdup(account.rawValue))
    g_hash_table_insert(
      table, g_strdup("application"), g_strdup(optimist_secret_schema().pointee.name))
    return table
  }

  /// - Throws: ``SecretError/unavailable`` for any failure: without a bus there is no keyring.
  private static func connect(to address: String?, _ cancellation: SecretCancellation)
    throws(SecretError) -> OpaquePointer
  {
    guard let connection = optimist_secret_bus_connect(address, cancellation.pointer, nil)
    else { throw .unavailable }
    return connection
  }

  private static func close(_ connection: OpaquePointer) {
    g_dbus_connection_close_sync(connection, nil, nil)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }
}
