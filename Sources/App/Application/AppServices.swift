import Core
import Sync

/// What every scene works with.
@MainActor
struct AppServices {
  let store: TodoStore
  let commands: CommandQueue
  let clock: any DayClock
  let sync: any SyncControlling
  let signing: any AccountSigningIn
  /// The lists that the servers hold.
  let catalogue: any ServerSource<[CatalogueEntry]>
  /// What people are called.
  let names: any PersonNaming
  /// Is told when reading shows that the file is damaged.
  let onDamage: @MainActor (StoreError) -> Void
}
