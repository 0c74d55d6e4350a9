import CGLib

/// The threads for tasks that belong to no actor of their own.
package enum TaskThreads {
  /// Makes GLib's threads run these tasks, the most urgent first. Unlike libdispatch's threads they wake up
  /// only for work. Call before anything else.
  package static func install() {
    optimist_install_executor(priority)
  }

  /// The priority of a job of the Swift runtime.
  static let priority: OptimistPriority = { job in
    // C sees a job as an address; in Swift it is a struct that holds only that address.
    job.map { unsafeBitCast($0, to: UnownedJob.self).priority.rawValue } ?? 0
  }
}
