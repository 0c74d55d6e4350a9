import Basics
import Core
import Platform

// The person to whom the to-do is assigned.

extension DetailsPresenter {
  /// Opens the choice of a person.
  func didRequestAssignee() {
    guard let keeper else { return }
    let excluded = Set([assigning[keeper]].compactMap { $0 }.map { ExactText($0) })
    navigator?.open(
      PeopleRoute(
        mode: .choose(
          account: keeper, title: tr("Assign To"), excluded: excluded,
          onChoose: { [weak self] person in self?.assign(to: person.id, in: keeper) })))
  }

  /// Removes the assignee.
  func didClearAssignee() {
    if let keeper { assign(to: nil, in: keeper) }
  }

  /// The account whose server knows the people to whom the to-do can be assigned.
  var keeper: AccountID? {
    let account = isNew ? assigning.keeper(of: state.chosenList) : edit.edited.account?.root
    return account.flatMap { $0.offers.contains(.people) ? $0 : nil }
  }

  private func assign(to user: String?, in account: AccountID) {
    assigning[account] = user
    if isNew { return render() }
    change { $0.assignee = user }
  }
}
