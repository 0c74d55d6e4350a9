import Core
import Platform
import Service
import Sync

/// What every scene works with.
@MainActor
struct AppServices {
  /// What scenes change through it can be undone.
  let store: TodoStore
  let commands: CommandQueue
  let undo: UndoHistory
  let clock: any DayClock
  let sync: any SyncControlling
  let signing: any AccountSigningIn
  /// The lists that the servers hold.
  let catalogue: any ServerSource<[CatalogueEntry]>
  /// What people are called.
  let names: any PersonNaming
  /// Whom the servers know; whoever reads it tells the directory.
  let people: any ServerSource<[Person]>
  let directory: PeopleDirectory
  let profiles: any ProfileEditing
  let settings: Settings
  /// Is told when reading shows that the file is damaged.
  let onDamage: @MainActor (StoreError) -> Void
  /// Is told when reminders may ring at other times, by another preference.
  var remindersDidChange: @MainActor () -> Void = {}
}
