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
  /// The profile that the form was filled with; what differs from it was changed by the user.
  private var shown: Person
  private var observation: AnyObject?
  private var isBusy = false
  private let previewing = DelayedAction()
  /// How long after the last key the picture at a typed address is loaded.
  private static let previewDelay = Duration.milliseconds(500)

  init(account: Account, profiles: any ProfileEditing, directory: PeopleDirectory) {
    self.account = account
    self.profiles = profiles
    self.directory = directory
    state = ProfileState(name: account.name, userID: account.user)
    shown = Person(id: account.user, username: "", fullname: "")
  }

  // MARK: Gestures

  func didLoad() {
    observation = directory.observe { [weak self] in self?.showKnown() }
    showKnown()
    render()
    // Another computer may have changed the profile.
    directory.readAgain(account.id)
    Task { [profiles, account, weak self] in
      let person = await profiles.profile(of: account.id)
      self?.didRead(person)
    }
  }

  func didChange(_ field: ProfileProblem.Field, _ text: String) {
    guard text != state.texts[field] ?? "" else { return }
    state.texts[field] = text
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
    let changed = person.differences(from: shown)
    Task { [profiles, directory, account] in
      do throws(ProfileProblem) {
        try await profiles.save(person, changing: changed, of: account.id)
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
      await directory.showOwnProfile(of: id, from: profiles)
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

  private func didRead(_ person: Person?) {
    if let person, knownPerson == nil { show(person) }
    state.isReady = true
    render()
  }

  private var knownPerson: Person? {
    directory.known(of: account.id)?.index.row(of: account.user)?.person
  }

  /// Shows what is known of the user, which may have come from the server just now.
  private func showKnown() {
    guard !isBusy, let knownPerson else { return }
    show(knownPerson)
    render()
  }

  /// Fills in a profile, except for the fields that the user has changed.
  private func show(_ person: Person) {
    let before = Self.texts(of: shown)
    for (field, text) in Self.texts(of: person) {
      let typed = state.texts[field] ?? ""
      if typed.isExactly(before[field] ?? "") { state.texts[field] = text }
    }
    if state.isFindable == shown.isFindable ?? false {
      state.isFindable = person.isFindable ?? false
    }
    if state.preview.pictureURL == shown.pictureURL { state.preview.pictureURL = person.pictureURL }
    state.preview.name = previewName
    shown = person
  }

  private static func texts(of person: Person) -> [ProfileProblem.Field: String] {
    [
      .fullname: person.fullname, .username: person.username,
      .pictureURL: person.pictureURL ?? "",
    ]
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
