import Basics
import CAdwaita
import CGtk
import Platform

/// Shows one toast at a time: a new toast replaces the previous one.
///
/// libadwaita crashes if a toast is dismissed while it still slides in: hiding takes less time than showing, so the end
/// of the showing animation finds the toast freed (adw-toast-overlay.c, `REPLACE_DURATION`). Each toast is therefore
/// shown for a moment at least; of several requested during that time, only the last is shown.
@MainActor
package final class LatestToast {
  private struct Request {
    let toast: Toast
    let onButton: @MainActor () -> Void
    let onDismissed: @MainActor () -> Void
  }

  private let overlay: WeakReference
  private var shown: (number: Int, reference: ObjectReference, since: ContinuousClock.Instant)?
  private var next: Request?
  private var number = 0
  private let replacement = DelayedAction()
  /// How long a toast takes to slide in.
  private static let slideTime = Duration.milliseconds(600)

  /// - Parameter overlay: an `AdwToastOverlay`.
  package init(in overlay: some ObjectPointer) {
    self.overlay = WeakReference(overlay)
  }

  /// - Parameters:
  ///   - onButton: called when the button is pressed.
  ///   - onDismissed: called when the toast disappears in another way, or was replaced before it was shown.
  package func show(
    _ toast: Toast, onButton: @escaping @MainActor () -> Void = {},
    onDismissed: @escaping @MainActor () -> Void = {}
  ) {
    let skipped = next
    next = Request(toast: toast, onButton: onButton, onDismissed: onDismissed)
    skipped?.onDismissed()
    guard !replacement.isWaiting else { return }
    let delay = shown.map { $0.since + Self.slideTime - .now } ?? .zero
    guard delay > .zero else { return showNext() }
    replacement.schedule(after: delay) { [weak self] in self?.showNext() }
  }

  private func showNext() {
    guard let request = next, let pointer = overlay.pointer else { return }
    next = nil
    if let shown { adw_toast_dismiss(shown.reference.pointer) }
    number += 1
    let (own, widget): (Int, Widget) = (number, cast(pointer))
    let reference = request.toast.show(
      in: widget,
      onButton: { [weak self] in
        self?.forget(own)
        request.onButton()
      },
      onDismissed: { [weak self] in
        self?.forget(own)
        request.onDismissed()
      })
    shown = (own, reference, .now)
  }

  private func forget(_ number: Int) {
    if shown?.number == number { shown = nil }
  }
}
