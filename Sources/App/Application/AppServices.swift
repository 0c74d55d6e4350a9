import Core

/// What every scene works with.
@MainActor
struct AppServices {
  let store: TodoStore
  let commands: CommandQueue
  let clock: any DayClock
  let sync: any SyncControlling
  let signing: any AccountSigningIn
  /// Is told when reading shows that the file is damaged.
  let onDamage: @MainActor (StoreError) -> Void
}
