extension TodoStore {
  /// The same store, whose commands are recorded so that they can be taken back.
  public func recording(in recorder: UndoRecorder) -> TodoStore {
    TodoStore(self, recorder: recorder)
  }

  /// Takes back what a command changed, except what others have changed since.
  /// - Returns: the step that takes the undoing back; empty if nothing was left to take back.
  /// - Throws: ``StoreError/notAllowed`` if the user may no longer write one of the records; then
  ///   nothing is changed.
  public func undo(_ step: UndoStep) async throws(StoreError) -> UndoStep {
    try await transaction(isRecorded: true) { work in
      work.undoStepBuilder?.isSkip = step.isSkip
      try work.takeBack(step)
      return work.undoStepBuilder?.step ?? UndoStep()
    }
  }
}
