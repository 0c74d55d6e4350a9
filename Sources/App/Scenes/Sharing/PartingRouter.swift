/// Where the news that a list is gone leads.
@MainActor
protocol PartingRouter: AlertPresenting {
  /// Says something that needs no answer.
  func tell(_ notice: String)
  /// Opens the trash.
  func showTrash()
}
