import CGtk

/// The form in which nearly all constructors return a widget.
package typealias Widget = UnsafeMutablePointer<GtkWidget>
