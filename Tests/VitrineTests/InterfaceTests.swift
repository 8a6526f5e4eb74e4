import Testing

/// The interface in a pseudo-terminal.
///
/// One at a time: each of these runs a program and its workers, and the machine may have two cores.
@Suite(.serialized) enum InterfaceTests {}

/// What works in a pipe, with no terminal at all.
@Suite(.serialized) enum CommandTests {}
