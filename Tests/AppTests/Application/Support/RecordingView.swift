@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

/// A screen without widgets: keeps every state it was given.
@MainActor
final class RecordingView<State> {
  private(set) var states: [State] = []

  /// The state on show; a test that asks before the first one is wrong.
  var state: State { states[states.count - 1] }

  func render(_ state: State) { states.append(state) }
}

extension RecordingView: AccountsViewing where State == AccountsState {}
extension RecordingView: SignInViewing where State == SignInState {}
extension RecordingView: RecoveryViewing where State == RecoveryState {}
extension RecordingView: ContentsViewing where State == ContentsState {}
extension RecordingView: SharingViewing where State == SharingState {}
extension RecordingView: InvitationsViewing where State == InvitationsState {}
extension RecordingView: PeopleViewing where State == PeopleState {}
extension RecordingView: ProfileViewing where State == ProfileState {}
extension RecordingView: AddListViewing where State == AddListState {}
extension RecordingView: EditTaskViewing where State == EditTaskState {}
extension RecordingView: MainListViewing where State == MainListState {}
extension RecordingView: SyncStatusViewing where State == SyncStatusState {}
extension RecordingView: PreferencesViewing where State == PreferencesState {}
