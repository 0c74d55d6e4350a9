import Basics
import Core
import Service
import Sync
import Toolkit

/// Everything the dialog shows in which the user changes how they are known.
struct ProfileState: Equatable {
  /// The account.
  var name: String
  /// By which others can invite the user.
  var userID = ""
  var texts: [ProfileProblem.Field: String] = [:]
  /// Whether the user is listed among all people. Off is the private choice, and what it is at first.
  var isFindable = false
  /// What others will see.
  var preview = Face()
  var problem: ProfileProblem?
  /// How often something could not be saved, so that the same problem is told again.
  var problemCount = 0
  var canSave = false
  /// Whether what is known of the user has been read.
  var isReady = false
}

/// Changes how the user of an account is known to others.
@MainActor
final class ProfilePresenter: Presenter {
  private let account: Account
  private let profiles: any ProfileEditing
  private let directory: PeopleDirectory
  let screen = Screen<ProfileState>()

  private var state: ProfileState
  private var isBusy = false
  private var preview: Task<Void, Never>?
  /// How long after the last key the picture at a typed address is loaded.
  private static let pause = Duration.milliseconds(500)

  init(account: Account, profiles: any ProfileEditing, directory: PeopleDirectory) {
    self.account = account
    self.profiles = profiles
    self.directory = directory
    state = ProfileState(name: account.name, userID: account.user)
  }

  isolated deinit {
    preview?.cancel()
  }

  // MARK: Gestures

  func didLoad() {
    if let known = directory.person(account.user, of: account.id) { show(known) }
    render()
    Task { [profiles, account, weak self] in
      let person = await profiles.profile(of: account.id)
      self?.didRead(person)
    }
  }

  func didChange(_ field: ProfileProblem.Field, _ text: String) {
    guard text != state.texts[field] ?? "" else { return }
    state.texts[field] = text
    isTouched = true
    if state.problem?.field == field { state.problem = nil }
    if field == .pictureURL {
      previewSoon()
    } else {
      state.preview.name = previewName
    }
    render()
  }

  func didSetFindable(_ isFindable: Bool) {
    guard isFindable != state.isFindable else { return }
    state.isFindable = isFindable
    isTouched = true
    render()
  }

  /// Keeps what was typed, and is done with it: sending goes on without the dialog.
  func didSave() {
    guard !isBusy else { return }
    let person: Person
    do throws(ProfileProblem) {
      person = try ProfileForm.person(account.user, state.texts, isFindable: state.isFindable)
    } catch {
      return tell(error)
    }
    isBusy = true
    Task { [profiles, directory, account] in
      do throws(ProfileProblem) {
        try await profiles.save(person, of: account.id)
        self.screen.close()
        self.send()
        await directory.put(person, of: account.id)
      } catch {
        self.isBusy = false
        self.tell(error)
      }
    }
  }

  // MARK: Parts

  /// Sends what is kept, without the dialog. What the server refuses and is given up shows as it was.
  private func send() {
    let (profiles, directory, id) = (profiles, directory, account.id)
    let upload = ProfileUpload(profiles: profiles, account: id, alerts: navigator) {
      if let person = await profiles.profile(of: id) { await directory.put(person, of: id) }
    }
    Task { await upload.run() }
  }

  /// Whether something was typed, which nothing that is read replaces.
  private var isTouched = false

  private func didRead(_ person: Person?) {
    if !isTouched, let person { show(person) }
    state.isReady = true
    render()
  }

  private func show(_ person: Person) {
    state.texts = [
      .fullname: person.fullname, .username: person.username,
      .pictureURL: person.pictureURL ?? "",
    ]
    state.isFindable = person.isFindable ?? false
    state.preview = Face(name: previewName, pictureURL: person.pictureURL)
  }

  private func tell(_ problem: ProfileProblem) {
    state.problem = problem
    state.problemCount += 1
    render()
  }

  private var previewName: String? {
    [.fullname, .username].lazy.map { ProfileForm.trimmed(self.state.texts[$0]) }
      .first { !$0.isEmpty }
  }

  /// Shows the picture once the address has been typed, not one for each letter of it.
  private func previewSoon() {
    preview?.cancel()
    preview = Task { [weak self] in
      guard (try? await Task.pause(for: Self.pause)) != nil else { return }
      self?.showPreview()
    }
  }

  private func showPreview() {
    let address = ProfileForm.trimmed(state.texts[.pictureURL])
    state.preview.pictureURL = ProfileForm.isAddress(address) ? address : nil
    render()
  }

  private func render() {
    state.canSave = !ProfileForm.trimmed(state.texts[.username]).isEmpty
    screen.render(state)
  }
}
