import Basics
import FoundationEssentials
import GRDB

/// Why the store could not do what was asked. Nothing was changed.
public enum StoreError: Error, Hashable, Sendable {
  /// The disk is full.
  case diskFull
  /// The file or its folder cannot be written.
  case readOnly
  /// The file is not a database, or damaged.
  case damaged(detail: String)
  /// The file cannot be opened.
  case cannotOpen(detail: String)
  /// Another process holds the file's lock.
  case busy
  /// The file was written by a newer version of the application.
  case tooNew(version: String)
  /// Reading or writing failed.
  case inputOutput(detail: String)
  /// The name belongs to the application.
  case nameReserved(String)
  /// A title or name without text.
  case blank
  /// A text is longer than `limit` UTF-8 bytes.
  case textTooLong(limit: Int)
  /// There are more than `limit` of them.
  case tooMany(limit: Int)
  /// A value that the field cannot have.
  case unsuitable
  /// The list or to-do was deleted meanwhile.
  case missing
  /// The list belongs to somebody else who does not allow that.
  case notAllowed
  /// The work was cancelled before it began, or its account was removed.
  case cancelled

  /// Classifies by SQLite's result code (https://www.sqlite.org/rescode.html), never by text.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError:
      self = error
    case let error as DatabaseError:
      let detail = "\(error.extendedResultCode.rawValue): \(error.message ?? "")".asErrorDetail
      switch error.resultCode {
      case .SQLITE_FULL: self = .diskFull
      // The log's index cannot grow.
      case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: self = .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(detail: detail)
      case .SQLITE_CANTOPEN: self = .cannotOpen(detail: detail)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
      case .SQLITE_ABORT, .SQLITE_INTERRUPT: self = .cancelled
      default: self = .inputOutput(detail: detail)
      }
    case let error as CocoaError where error.code == .fileWriteOutOfSpace:
      self = .diskFull
    case let error as CocoaError
    where [.fileWriteVolumeReadOnly, .fileWriteNoPermission].contains(error.code):
      self = .readOnly
    case is CancellationError:
      self = .cancelled
    default:
      self = .inputOutput(detail: "\(error)".asErrorDetail)
    }
  }
}
