/// The dialog with the people.
@MainActor
protocol PeopleViewing: AnyObject {
  func render(_ state: PeopleState)
}
