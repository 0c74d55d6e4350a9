import Core
import Platform

/// Where the to-dos are stored. Opens them off the main thread.
package struct StoreLocation: Sendable {
  package let path: String
  package let environment: StoreEnvironment

  package var backup: StoreBackup { StoreBackup(databasePath: path) }

  /// Whether the file exists.
  package var hasFile: Bool { UserDirectories.isFile(path) }

  /// Creates the folder if it is missing, and opens the file.
  package func open() async -> Result<TodoStore, StoreError> {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    guard PrivateFiles.makeFolder(folder) else { return .failure(.readOnly) }
    PrivateFiles.restrictPermissionsOfContents(in: folder)
    do throws(StoreError) {
      try backup.finishRestoring()
      return .success(try TodoStore.open(at: path, environment: environment))
    } catch {
      return .failure(error)
    }
  }

  package static func standard() -> StoreLocation {
    StoreLocation(
      path: UserDirectories.data + "/optimist/optimist.sqlite",
      environment: .live(
        naming: ListNaming(
          untitled: tr("Untitled List"), reserved: ["Important", tr("Important")],
          firstList: trc("name of the first list", "To-Do"))))
  }
}
