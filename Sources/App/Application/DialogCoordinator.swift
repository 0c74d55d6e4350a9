import Toolkit

/// Opens dialogs for all scenes, and never more than one dialog of each kind.
@MainActor
final class DialogCoordinator: Navigator {
  private let services: AppServices
  private weak var mainWindow: (any MainWindow)?
  private var shown: [WeakPresenter] = []

  init(services: AppServices, mainWindow: any MainWindow) {
    self.services = services
    self.mainWindow = mainWindow
  }

  func open(_ route: any Route) {
    let dialog = route.dialog(services)
    shown.removeAll { $0.presenter?.isOpen != true }
    guard let mainWindow, !shown.contains(where: { $0.isLike(dialog.presenter) }) else { return }
    shown.append(WeakPresenter(dialog.presenter))
    dialog.presenter.take(self)
    mainWindow.show(dialog)
  }

  func showToast(_ notice: String) { mainWindow?.showToast(notice) }

  func present(_ alert: Alert) async -> String {
    await mainWindow?.present(alert) ?? alert.closeResponse
  }

  func presentWhenQuiet(_ alert: Alert) async -> Alert.Answer {
    await mainWindow?.presentWhenQuiet(alert) ?? Alert.Answer(response: alert.closeResponse)
  }

  private struct WeakPresenter {
    weak var presenter: (any Presenter)?

    init(_ presenter: any Presenter) {
      self.presenter = presenter
    }

    func isLike(_ other: any Presenter) -> Bool {
      presenter.map { type(of: $0) == type(of: other) } ?? false
    }
  }
}
