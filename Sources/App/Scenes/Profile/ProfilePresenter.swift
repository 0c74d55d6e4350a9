import Basics
import Core
import Service
import Sync
import Toolkit

/// The state of the dialog in which the user edits their profile.
struct ProfileState: Equatable {
  /// The name of the account.
  var name: String
  /// The user ID, by which others can invite the user.
  var userID = ""
  var texts: [ProfileProblem.Field: String] = [:]
  /// Whether the user is listed among all people. Off is the default, since it is the private choice.
  var isFindable = false
  /// The avatar that others will see.
  var preview = AvatarContent()
  var problem: ProfileProblem?
  /// How often saving has failed, so that the same problem is reported again.
  var problemCount = 0
  var canSave = false
  /// Whether the stored profile has been read.
  var isReady = false
}

/// Edits the profile of an account's user.
@MainActor
final class ProfilePresenter: Presenter {
  private let account: Account
  private let profiles: any ProfileEditing
  private let directory: PeopleDirectory
  let screen = Screen<ProfileState>()

  private var state: ProfileState
  private var isBusy = false
  private let previewing = DelayedAction()
  /// How long after the last key the picture at a typed address is loaded.
  private static let previewDelay = Duration.milliseconds(500)

  init(account: Account, profiles: any ProfileEditing, directory: PeopleDirectory) {
    self.account = account
    self.profiles = profiles
    self.directory = directory
    state = ProfileState(name: account.name, userID: account.user)
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

  /// Stores the profile and closes the dialog; sending continues without it.
  func didSave() {
    guard !isBusy else { return }
    let person: Person
    do throws(ProfileProblem) {
      person = try ProfileForm.person(account.user, state.texts, isFindable: state.isFindable)
    } catch {
      return report(error)
    }
    isBusy = true
    let isWithControls = hasUnwantedControls
    Task { [profiles, directory, account] in
      do throws(ProfileProblem) {
        try await profiles.save(person, of: account.id)
        self.screen.close()
        self.send()
        if isWithControls { self.reportControlsLeftOut() }
        await directory.put(person, of: account.id)
      } catch {
        self.isBusy = false
        self.report(error)
      }
    }
  }

  // MARK: Parts

  /// Sends the stored profile without the dialog. If the server refuses it and the user discards it, the server's
  /// profile is shown again.
  private func send() {
    let (profiles, directory, id) = (profiles, directory, account.id)
    let upload = ProfileUpload(profiles: profiles, account: id, alerts: navigator) {
      if let person = await profiles.profile(of: id) { await directory.put(person, of: id) }
    }
    Task { await upload.run() }
  }

  private var hasUnwantedControls: Bool {
    [ProfileProblem.Field.fullname, .username].contains { field in
      TodoContent.hasUnwantedControls(state.texts[field] ?? "")
    }
  }

  /// Not awaited: the profile is sent meanwhile.
  private func reportControlsLeftOut() {
    let navigator = navigator
    Task { _ = await navigator?.presentWhenQuiet(ErrorText.controlsLeftOut) }
  }

  /// Whether the user has changed something; a profile that is read later then does not replace it.
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
    state.preview = AvatarContent(name: previewName, pictureURL: person.pictureURL)
  }

  private func report(_ problem: ProfileProblem) {
    state.problem = problem
    state.problemCount += 1
    render()
  }

  private var previewName: String? {
    [.fullname, .username].lazy.map { ProfileForm.name(self.state.texts[$0]) }
      .first { !$0.isEmpty }
  }

  /// Loads the picture after a pause in typing the address, not at each letter.
  private func previewSoon() {
    previewing.schedule(after: Self.previewDelay) { [weak self] in self?.showPreview() }
  }

  private func showPreview() {
    let address = ProfileForm.trimmed(state.texts[.pictureURL])
    state.preview.pictureURL = ProfileForm.isAddress(address) ? address : nil
    render()
  }

  private func render() {
    state.canSave = !ProfileForm.name(state.texts[.username]).isEmpty
    screen.render(state)
  }
}
