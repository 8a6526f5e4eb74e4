import TerminalKit

/// Something that keys do: the name in key settings, its default keys, and its words in the help.
///
/// All commands are in the table (`CommandTable.swift`); screens say what each does.
nonisolated public struct Command: Equatable, Sendable {
  /// Such as `photo.open`.
  public let name: String
  private(set) var layer = Layer.screen
  /// Whether it has no keys that can be changed: the program handles it before any screen does (`fixed` in the table), or
  /// the mouse does it.
  public private(set) var isFixed = false
  /// Whether it is available only while nothing is typed, where a screen takes text: letters may be its keys there (`text`).
  private(set) var leavesLetters = false
  /// Its mouse gesture, such as `drag`; nil for what keys do.
  let gesture: String?
  /// At most one for each screen.
  public private(set) var uses: [Use]
  /// Other words that users type into the help to find it, in lower case; the beginning of a word is enough.
  private(set) var synonyms: [Substring] = []

  /// What holds on some of the screens where the command works.
  public struct Use: Equatable, Sendable {
    public let screens: [CommandScreen]
    public internal(set) var keys: [KeySequence]
    /// A few words, such as `open the photo`.
    public let title: String
    public let group: CommandGroup
  }

  /// A screen looks keys up in its layers from the top: of several available commands with one key, the one in the highest
  /// layer is meant.
  enum Layer: Comparable, Sendable {
    /// Always, or as long as there is something to do it to.
    case screen
    /// Only where users buy: not while photos are chosen for another program (`--select`).
    case shop
    /// In the field of the order form that is in focus, or at its button.
    case field
    /// In a field with choices.
    case choice
    case placing
    /// While the photo is larger than the screen. Key line and help still show the keys below.
    case zoomed
    case culling
    /// While the information of a photo can be scrolled.
    case information
    /// Only for photos that are not the user's own: in a shop or a feed.
    case window
    /// Only while photos are chosen for another program.
    case chooser
    /// While a range is selected, or something takes its time.
    case range

    /// By their names in the table.
    static let named: [Substring: Layer] = [
      "shop": .shop, "field": .field, "choice": .choice, "placing": .placing, "zoomed": .zoomed,
      "culling": .culling, "information": .information, "window": .window, "chooser": .chooser,
      "range": .range,
    ]

    /// Whether two commands in these layers cannot have the same key.
    func conflicts(with other: Layer) -> Bool {
      // Only one field has the focus.
      if self == other { return self != .field }
      // There the keys of the screen are needed, too.
      return min(self, other) == .screen
        && [.shop, .field, .choice, .chooser].contains(max(self, other))
    }

    /// Whether key line and help show its keys for it alone while it is available.
    var takesKeys: Bool { self >= .culling }

    /// Whether the help lists it even while it is not available.
    var isAlwaysListed: Bool { [.zoomed, .culling, .information].contains(self) }
  }

  /// - Parameter gesture: For something that only the mouse does, for the help.
  init(
    _ name: String, _ title: String, _ group: CommandGroup, on screens: [CommandScreen],
    _ keys: [KeySequence] = [], gesture: String? = nil
  ) {
    self.name = name
    self.gesture = gesture
    isFixed = gesture != nil
    uses = [Use(screens: screens, keys: keys, title: title, group: group)]
  }

  /// Reads rows of the table (`CommandTable.swift`); a line without columns is a heading. A mistake in the table is one
  /// that every start of the program shows.
  static func commands(_ table: String) -> [Command] {
    var commands: [Command] = []
    for row in table.split(separator: "\n") where row.contains("|") {
      var cells = row.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.split(separator: " ")
      }
      cells += Array(repeating: [], count: 7 - cells.count)
      let former = cells[0].isEmpty ? commands.popLast() : nil
      let first = former?.uses[0]
      let group = cells[3].isEmpty ? first?.group : CommandGroup(rawValue: text(cells[3]))
      let screens = cells[1].compactMap { CommandScreen(rawValue: String($0)) }
      guard let group, screens.count == cells[1].count else { preconditionFailure("\(row)") }
      let use = Command(
        text(cells[0]), cells[4].isEmpty ? first?.title ?? "" : text(cells[4]), group, on: screens,
        cells[2].isEmpty ? first?.keys ?? [] : sequences(text(cells[2])))
      var command = former ?? use
      if former != nil { command.uses += use.uses }
      for trait in cells[5] {
        command.layer = Layer.named[trait] ?? command.layer
        command.isFixed = command.isFixed || trait == "fixed"
        command.leavesLetters = command.leavesLetters || trait == "text"
      }
      command.synonyms += cells[6]
      commands.append(command)
    }
    return commands
  }

  private static func text(_ words: [Substring]) -> String { words.joined(separator: " ") }

  /// Keys as the table has them: `pgup, ctrl-b`.
  static func sequences(_ keys: String) -> [KeySequence] {
    keys.split(separator: ",").map { notation in
      guard let sequence = try? KeySequence(notation: String(notation)) else {
        preconditionFailure("no key is called \(notation)")
      }
      return sequence
    }
  }

  /// A command of the user's own (`[commands]`), by its name there; without keys.
  static func ofUser(_ name: String) -> Command {
    Command(userPrefix + name, name, .userCommands, on: [.list, .grid, .photo])
  }

  private static let userPrefix = "commands."

  public var isOfUser: Bool { Self.isOfUser(name) }

  static func isOfUser(_ name: String) -> Bool { name.hasPrefix(userPrefix) }

  /// Whether a key setting may use the name.
  static func isName(_ name: String) -> Bool { named(name) != nil || isOfUser(name) }

  /// The same with other keys on all its screens.
  func withKeys(_ keys: [KeySequence]) -> Command {
    var command = self
    for index in command.uses.indices { command.uses[index].keys = keys }
    return command
  }

  /// The screens on which it works, in the order of `CommandScreen`.
  public var screens: [CommandScreen] {
    CommandScreen.allCases.filter { use(on: $0) != nil }
  }

  /// nil if the command does not work there.
  public func use(on screen: CommandScreen) -> Use? {
    uses.first { $0.screens.contains(screen) }
  }
}

/// Where commands work, as `[keys.<screen>]` names it.
nonisolated public enum CommandScreen: String, CaseIterable, Hashable, Sendable {
  case list, grid, photo
  case compare
  case basket
  /// Where the user can go.
  case places
  /// The form, and the order history.
  case order, orders
  /// Lines into which text is typed.
  case search, filter, prompt
  /// What is said about photos.
  case caption
  /// Lines that offer a few choices by letter.
  case sort, grouping
  /// Bars of years, months or days.
  case timeline
  case progress
  case help

  /// For a heading: `Elsewhere: a photo, a comparison`.
  var phrase: String {
    switch self {
    case .list: "the list"
    case .grid: "the grid"
    case .photo: "a photo"
    case .compare: "a comparison"
    case .basket: "the basket"
    case .places: "the list of places"
    case .order: "the order form"
    case .orders: "the order history"
    case .search: "the search prompt"
    case .filter: "the filter line"
    case .prompt: "a prompt"
    case .caption: "a caption"
    case .sort: "sort"
    case .grouping: "group by"
    case .timeline: "the timeline"
    case .progress: "a progress bar"
    case .help: "the help"
    }
  }

  /// Whether keys that type characters are text.
  public var takesText: Bool {
    switch self {
    case .order, .search, .filter, .prompt, .caption, .help: true
    case .list, .grid, .photo, .compare, .basket, .places, .orders, .sort, .grouping, .timeline,
      .progress:
      false
    }
  }
}

/// The headings of the help, in its order: what only this screen has, then what is used most.
nonisolated public enum CommandGroup: String, CaseIterable, Sendable {
  case comparison = "Comparison"
  case basket = "Basket"
  case photos = "Photos"
  case selection = "Selection"
  case rating = "Rating"
  case culling = "Culling"
  case ownPhotos = "Your own photos"
  case userCommands = "Your own commands"
  case order = "Order"
  case orders = "Orders"
  case zoom = "Zoom"
  case places = "Places"
  case sizes = "Sizes"
  case moving = "Moving"
  case zoomedPhoto = "In a zoomed photo"
  case information = "Long information"
  case searchPrompt = "Search prompt"
  case filterLine = "Filter line"
  case prompt = "Prompt"
  case caption = "Caption"
  case sort = "Sort"
  case grouping = "Group by"
  case timeline = "Timeline"
  case help = "Help"
  case program = "Program"
}
