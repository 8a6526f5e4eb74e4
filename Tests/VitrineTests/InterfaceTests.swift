import Testing

/// The interface in a pseudo-terminal.
///
/// The tests run in parallel, because a program waits for its terminal, its workers and its server most of the time.
/// Each one has a state folder of its own (`GallerySession`); thumbnails are shared, as on a desktop.
@Suite(.ownThread, .timeLimit(.minutes(10))) enum InterfaceTests {}

/// Everything that works in a pipe, without a terminal.
@Suite(.ownThread, .timeLimit(.minutes(10))) enum CommandTests {}
