import Testing

/// The interface in a pseudo-terminal.
///
/// Beside each other, because a program waits for its terminal, its workers and its server most of the time. Each has a
/// state folder of its own (`GallerySession`); thumbnails are shared, as they are on a desktop.
@Suite(.ownThread) enum InterfaceTests {}

/// What works in a pipe, with no terminal at all.
@Suite(.ownThread) enum CommandTests {}
