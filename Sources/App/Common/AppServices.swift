import Core
import Platform
import Service
import Sync

/// The services that every scene uses.
@MainActor
struct AppServices {
  /// The store; scenes can undo what they change through it.
  let store: TodoStore
  let commands: CommandQueue
  let undo: UndoHistory
  let clock: any DayClock
  let sync: any SyncControlling
  let signing: any AccountSigningIn
  /// The lists that the servers hold.
  let catalogue: any ServerSource<[CatalogueEntry]>
  /// The names of people.
  let names: any PersonNaming
  /// The people whom the servers know. Whoever reads them also updates the directory.
  let people: any ServerSource<[Person]>
  let directory: PeopleDirectory
  let profiles: any ProfileEditing
  let settings: Settings
  let loginStart: LoginStart
  /// Called when reading shows that the database is damaged.
  let onDamage: @MainActor (StoreError) -> Void
  /// Called when a preference changed and reminders may therefore ring at other times.
  var remindersDidChange: @MainActor () -> Void = {}
}
