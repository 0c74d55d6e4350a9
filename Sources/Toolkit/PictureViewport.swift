import Basics
import CGtk
import Platform

/// Determines which avatars of a scrolled list are visible, and lets only those load their pictures.
///
/// A list view binds about two hundred rows ahead and maps them all, so neither "bound" nor "mapped" means
/// visible. An avatar is visible if its bounds, in the coordinates of the scrolled window, intersect the
/// window's own. This is checked a few times after something moved. An avatar loads when it was visible in
/// two checks at least 90 ms apart, so that fast scrolling loads nothing. One that is no longer visible
/// cancels its request.
@MainActor
package final class PictureViewport {
  private static let key = "optimist-picture-viewport"
  /// How long an avatar has to be visible before it loads its picture.
  private static let visibleTime = Duration.milliseconds(90)
  private static let firstDelay = Duration.milliseconds(20)
  private static let nextDelay = Duration.milliseconds(100)

  private let scrolled: Widget
  private var avatars: [ObjectIdentifier: Watched] = [:]
  private let look = DelayedAction()

  private struct Watched {
    weak var avatar: Avatar?
    var turn: Int
    /// Since when it has been visible; nil while it is not.
    var seen: ContinuousClock.Instant?
  }

  /// The viewport that contains a widget; nil if nothing scrolls.
  package static func around(_ widget: Widget) -> PictureViewport? {
    guard let scrolled = gtk_widget_get_ancestor(widget, gtk_scrolled_window_get_type()) else {
      return nil
    }
    if let known: PictureViewport = attached(to: scrolled, key: key) { return known }
    let viewport = PictureViewport(scrolled)
    attach(viewport, to: scrolled, key: key)
    return viewport
  }

  private init(_ scrolled: Widget) {
    self.scrolled = scrolled
    for adjustment in [
      gtk_scrolled_window_get_vadjustment(opaque(scrolled)),
      gtk_scrolled_window_get_hadjustment(opaque(scrolled)),
    ] {
      guard let adjustment else { continue }
      // It moved, or its size changed.
      for signal in ["value-changed", "changed"] {
        connect(adjustment, signal) { [weak self] _ in self?.lookSoon() }
      }
    }
    connect(scrolled, "map") { [weak self] _ in self?.lookSoon() }
  }

  /// Watches an avatar that lacks its picture.
  package func add(_ avatar: Avatar) {
    let id = ObjectIdentifier(avatar)
    if avatars[id]?.turn == avatar.turn, avatars[id]?.avatar != nil { return }
    avatars[id] = Watched(avatar: avatar, turn: avatar.turn)
    lookSoon()
  }

  package func remove(_ avatar: Avatar) {
    avatars[ObjectIdentifier(avatar)] = nil
  }

  private func lookSoon(after delay: Duration = firstDelay) {
    guard !look.isWaiting, !avatars.isEmpty else { return }
    look.schedule(after: delay) { [weak self] in self?.lookAround() }
  }

  private func lookAround() {
    let now = ContinuousClock.now
    var isUndecided = false
    for (id, watched) in avatars {
      guard let avatar = watched.avatar else {
        avatars[id] = nil
        continue
      }
      guard isInSight(avatar.widget) else {
        avatars[id]?.seen = nil
        avatar.pause()
        continue
      }
      let seen = watched.seen ?? now
      avatars[id]?.seen = seen
      guard avatar.isWaiting else { continue }
      if now - seen >= Self.visibleTime { avatar.load() } else { isUndecided = true }
    }
    if isUndecided { lookSoon(after: Self.nextDelay) }
  }

  /// Whether a part of a widget is visible.
  package func isInSight(_ widget: Widget) -> Bool {
    var bounds = graphene_rect_t()
    guard gtk_widget_get_mapped(widget) != 0,
      gtk_widget_compute_bounds(widget, scrolled, &bounds) != 0
    else { return false }
    let (left, top) = (bounds.origin.x, bounds.origin.y)
    return left + bounds.size.width > 0 && top + bounds.size.height > 0
      && left < Float(gtk_widget_get_width(scrolled))
      && top < Float(gtk_widget_get_height(scrolled))
  }
}
