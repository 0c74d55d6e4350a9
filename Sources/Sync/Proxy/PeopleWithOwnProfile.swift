public import Core

/// The people of an account, in which the user appears with unsent changes of their profile.
public struct PeopleWithOwnProfile: ServerSource {
  private let people: any ServerSource<[Person]>
  private let editor: ProfileEditor

  public init(_ people: any ServerSource<[Person]>, editor: ProfileEditor) {
    self.people = people
    self.editor = editor
  }

  public func read(_ account: AccountID) -> AsyncThrowingStream<ServerAnswer<[Person]>, any Error> {
    let answers = people.read(account)
    return .reading { answer in
      for try await var found in answers {
        if let pending = await editor.pending(of: account) {
          found.value = PersonOrder.applying(pending, to: found.value)
        }
        answer(found)
      }
    }
  }
}
