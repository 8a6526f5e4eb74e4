import GalleryDomain
import GalleryPresentation

/// Every command of the program. Keys, key line, help, `vitrine keys` and the manual are made from this table.
///
/// Names are for configuration files: they stay when titles change, and removing one is a change for the changelog.
nonisolated extension Command {
  private static let photos: [CommandScreen] = [.list, .grid]
  private static let photosAndPhoto: [CommandScreen] = [.list, .grid, .photo]
  private static let photosAndCompare: [CommandScreen] = photosAndPhoto + [.compare]
  private static let rows: [CommandScreen] = [.list, .grid, .basket, .orders, .places]
  private static let photoAndCompare: [CommandScreen] = [.photo, .compare]
  private static let wholeScreens: [CommandScreen] = [
    .list, .grid, .photo, .compare, .basket, .outcome, .orders, .places,
  ]

  // MARK: Moving and selecting

  private static let moving: [Command] = [
    Command("list.up", "row up", .moving, on: rows, ["up", "k"]),
    Command("list.down", "row down", .moving, on: rows, ["down", "j"]),
    Command("list.left", "previous photo", .moving, on: [.grid], ["left", "h"]),
    Command("list.right", "next photo", .moving, on: [.grid], ["right", "l"]),
    Command("list.page-up", "page up", .moving, on: rows, ["pgup", "ctrl-b"]),
    Command("list.page-down", "page down", .moving, on: rows, ["pgdn", "ctrl-f"]),
    Command("list.half-page-up", "half page up", .moving, on: rows, ["ctrl-u"]),
    Command("list.half-page-down", "half page down", .moving, on: rows, ["ctrl-d"]),
    Command("list.first", "first", .moving, on: rows, ["home", "g"]).known(
      as: "top beginning start"),
    Command("list.last", "last", .moving, on: rows, ["end", "G"]).known(as: "bottom end"),
    Command("list.previous-section", "previous section", .moving, on: photos, ["["]),
    Command("list.next-section", "next section", .moving, on: photos, ["]"]),
    Command("photo.open", "open the photo", .photos, on: [.list], ["enter", "right", "l"]).also(
      on: [.grid], ["enter"]
    ).also("open the photo alone", on: [.compare], ["enter"]).also(nil, .basket, on: [.basket])
      .known(as: "view show enlarge look"),
    Command("photo.compare", "compare 2 to 4 selected", .photos, on: photos, ["C"]).known(
      as: "side diff versus"),
    Command(
      "selection.toggle", "select or deselect", .selection, on: photosAndCompare, ["space", "t"]
    ).known(as: "mark pick choose check"),
    Command(
      "shop.toggle", "add to basket or remove", .photos, on: photosAndCompare, ["space"],
      layer: .window
    ).known(as: "cart buy want favourite favorite like"),
    Command(
      "choice.accept", "print the selection and quit", .photos, on: photosAndPhoto, ["enter"],
      layer: .chooser
    ).known(as: "done ok confirm choose"),
    Command("choice.view", "view the photo", .photos, on: photos, ["v"], layer: .chooser),
    Command("selection.range", "select a range", .selection, on: photos, ["V"]).known(
      as: "mark several multiple visual"),
    Command("selection.all", "select all", .selection, on: photos, ["A"]).known(
      as: "everything mark"),
    Command("selection.none", "deselect all", .selection, on: photos, ["U"]).known(
      as: "unselect clear unmark"),
    Command("selection.show", "show only selected", .selection, on: photos, ["="]).known(
      as: "marked filter"),
    Command(
      "basket.toggle", "add to basket or remove", .photos, on: photosAndCompare, ["B"], layer: .shop
    ).known(as: "cart buy want favourite favorite like"),
    Command(
      "selection.end", "cancel the range, or stop", .selection, on: photos, ["esc"], layer: .range),
  ]

  // MARK: The list

  private static let listing: [Command] = [
    Command("list.search", "search", .photos, on: photos, ["/"]).known(as: "find look"),
    Command("list.next-match", "next photo that was found", .photos, on: photos, ["n"]).known(
      as: "search find again match result"),
    Command("list.previous-match", "previous photo that was found", .photos, on: photos, ["N"])
      .known(as: "search find again match result"),
    Command("list.filter", "filter, e.g. price:<9", .photos, on: photos, ["&"]).known(
      as: "find only where keywords tags"),
    Command("list.sort", "sort", .photos, on: photos, ["s"]).known(as: "order arrange"),
    Command("list.group", "group by", .photos, on: photos, ["#"]).known(
      as: "sections headers days folders"),
    Command("list.timeline", "timeline", .photos, on: photos, ["T"]).known(
      as: "calendar date month year day time when history histogram"),
    Command("photo.similar", "show what looks like it", .photos, on: photosAndPhoto, ["~"]).known(
      as: "duplicates alike same near double compare"),
    Command("list.for-sale", "show only photos for sale", .photos, on: photos, ["f"]).known(
      as: "buy prices available"),
    Command("list.clear", "clear filter or search", .photos, on: photos, ["esc"]).known(
      as: "reset all back cancel"),
    Command("view.grid", "show as a grid", .photos, on: [.list], ["tab"]).known(
      as: "thumbnails tiles icons layout mosaic"),
    Command("view.list", "show as a list", .photos, on: [.grid], ["tab"]).known(
      as: "rows details layout"),
    Command("view.larger", "taller rows", .sizes, on: [.list], ["+"]).also(
      "larger pictures", on: [.grid]
    ).known(as: "zoom bigger enlarge size"),
    Command("view.smaller", "shorter rows", .sizes, on: [.list], ["_"]).also(
      "smaller pictures", on: [.grid]
    ).known(as: "zoom shrink size"),
    Command("view.narrower", "narrower list", .sizes, on: [.list], ["{"]).known(
      as: "preview pane split"),
    Command("view.wider", "wider list", .sizes, on: [.list], ["}"]).known(as: "preview pane split"),
    Command("list.refresh", "refresh the list", .photos, on: photos, ["r"]).known(
      as: "reload update rescan f5"),
  ]

  // MARK: One photo, and a comparison

  private static let viewing: [Command] = [
    compare("next", "next photo, unless zoomed", "tab", "right", "l", "n"),
    compare("previous", "previous photo, unless zoomed", "shift-tab", "left", "h", "p"),
    compare("up", "photo above, unless zoomed", "up", "k"),
    compare("down", "photo below, unless zoomed", "down", "j"),
    Command("photo.next", "next photo", .photos, on: [.photo], ["n"]).known(as: "forward"),
    Command("photo.previous", "previous photo", .photos, on: [.photo], ["p", "backspace"]).known(
      as: "back"),
    Command(
      "photo.forward", "next photo, unless zoomed", .photos, on: [.photo],
      ["down", "right", "j", "l", "pgdn"]),
    Command(
      "photo.backward", "previous photo, unless zoomed", .photos, on: [.photo],
      ["up", "left", "k", "h", "pgup"]),
    Command("photo.information", "information", .photos, on: [.photo], ["i"]).known(
      as: "exif metadata details properties camera histogram gps location keywords tags iptc"),
    Command("photo.full-screen", "full screen on or off", .photos, on: [.photo], ["z"]).known(
      as: "hide maximise maximize whole"),
    Command("photo.slide-show", "start or stop the slide show", .photos, on: [.photo], ["S"]).known(
      as: "play presentation"),
    Command("photo.pause", "pause or resume the animation", .photos, on: [.photo], ["."]).known(
      as: "stop play gif"),
    Command("photo.reload", "reload the picture", .photos, on: photoAndCompare, ["r"]).known(
      as: "refresh"),
    Command("photo.cull", "cull: rate one by one", .photos, on: photos, ["K"]).also(
      "begin or end culling", .culling, on: [.photo]
    ).known(as: "keep pick sort out review select keepers"),
    cull("next", "next photo, zoomed or not", "j"),
    cull("previous", "previous photo, zoomed or not", "k"),
    cull("zoom", "100%, or the whole photo", "z"),
    Command("photo.turn-left", "rotate left", .photos, on: photosAndPhoto, ["<"]).known(
      as: "turn counterclockwise anticlockwise orientation"),
    Command("photo.turn-right", "rotate right", .photos, on: photosAndPhoto, [">"]).known(
      as: "turn clockwise orientation"),
    Command("zoom.in", "zoom in, up to 400%", .zoom, on: photoAndCompare, ["+", "="]).known(
      as: "enlarge magnify bigger"),
    Command("zoom.out", "zoom out", .zoom, on: photoAndCompare, ["-", "_"]).known(
      as: "smaller shrink"),
    Command("zoom.fit", "fit the whole photo", .zoom, on: photoAndCompare, ["w"]).known(
      as: "zoom reset"),
    Command("zoom.full", "100%", .zoom, on: photoAndCompare, ["%"]).known(
      as: "zoom actual original 1:1 pixels"),
  ]

  // MARK: Long and zoomed photos

  private static let panning: [Command] = [
    pan("left", "left", "left", "h"),
    pan("right", "right", "right", "l"),
    pan("up", "up", "up", "k"),
    pan("down", "down", "down", "j"),
    pan("page-up", "screen up", "pgup", "ctrl-b"),
    pan("page-down", "screen down", "pgdn", "ctrl-f"),
    pan("half-page-up", "half screen up", "ctrl-u"),
    pan("half-page-down", "half screen down", "ctrl-d"),
    pan("top", "top", "home", "g"),
    pan("bottom", "bottom", "end", "G"),
    information("up", "line up", "up", "k"),
    information("down", "line down", "down", "j"),
    information("page-up", "page up", "pgup", "ctrl-b"),
    information("page-down", "page down", "pgdn", "ctrl-f"),
    information("half-page-up", "half page up", "ctrl-u"),
    information("half-page-down", "half page down", "ctrl-d"),
    information("first", "start", "home", "g"),
    information("last", "end", "end", "G"),
  ]

  // MARK: What is done with photos

  private static let editing: [Command] = [
    Command(
      "photo.copy-address", "copy address, title, id", .photos, on: photosAndCompare + [.basket],
      ["y"]
    ).known(as: "url link path clipboard yank share"),
    Command(
      "photo.open-externally", "open in the default app", .photos, on: photosAndCompare + [.basket],
      ["O"]
    ).known(as: "edit crop resize flip mirror adjust editor browser program share"),
    Command(
      "photo.export", "export a contact sheet or copies", .photos, on: photosAndPhoto, ["e"],
      layer: .shop
    ).known(as: "print pdf html download save"),
    Command(
      "photo.for-sale", "mark for sale, at a price", .ownPhotos, on: photosAndCompare, ["F"],
      layer: .shop
    ).known(as: "sell price"),
    Command(
      "photo.not-for-sale", "mark not for sale", .ownPhotos, on: photosAndCompare, ["X"],
      layer: .shop
    ).known(as: "sold withdraw unsell"),
    Command("file.copy", "copy to a folder", .ownPhotos, on: photosAndCompare, ["c"], layer: .shop)
      .known(as: "duplicate clone backup save"),
    Command("file.move", "move to a folder", .ownPhotos, on: photosAndCompare, ["M"], layer: .shop)
      .known(as: "relocate sort"),
    Command(
      "file.trash", "move to the trash", .ownPhotos, on: photosAndCompare, ["d", "del"],
      layer: .shop
    ).known(as: "delete remove bin erase discard"),
    Command("file.rename", "rename", .ownPhotos, on: photosAndPhoto, ["f2"], layer: .shop).known(
      as: "name"),
    Command(
      "photo.write-turn", "save the rotation", .ownPhotos, on: photosAndPhoto, ["W"], layer: .shop
    ).known(as: "write turn orientation exif"),
    Command("edit.undo", "undo", .photos, on: photosAndCompare + [.basket], ["u"]).known(
      as: "revert restore back"),
  ]

  // MARK: The basket and orders

  private static let buying: [Command] = [
    Command("basket.show", "show the basket", .basket, on: photosAndPhoto, ["b"], layer: .shop)
      .known(as: "cart bag"),
    Command("basket.remove", "remove", .basket, on: [.basket], ["x", "space", "del", "backspace"])
      .known(as: "delete"),
    Command("basket.clear", "empty the basket", .basket, on: [.basket], ["c", "C"]).known(
      as: "delete remove"),
    Command(
      "basket.order", "order the basket", .basket, on: photosAndPhoto + [.basket], ["o"],
      layer: .shop
    ).known(as: "buy checkout purchase pay"),
    Command("basket.export", "export the basket", .basket, on: [.basket], ["e"]).known(
      as: "save print"),
    Command("basket.orders", "order history", .basket, on: [.basket], ["H"]).known(
      as: "purchases bought past"),
    Command(
      "order.place", "place the order", .order, on: [.order], ["enter", "space"], layer: .field
    ).besidesText(),
    Command("order.accept-field", "next field", .order, on: [.order], ["enter"], layer: .field),
    Command("order.new-line", "new line", .order, on: [.order], ["enter"], layer: .field),
    Command(
      "order.previous-choice", "previous choice", .order, on: [.order], ["left"], layer: .choice
    ).besidesText(),
    Command(
      "order.next-choice", "next choice", .order, on: [.order], ["right", "space"], layer: .choice
    ).besidesText(),
    Command("order.next-field", "next field", .order, on: [.order], ["tab"]).besidesText(),
    Command("order.previous-field", "previous field", .order, on: [.order], ["shift-tab"])
      .besidesText(),
    Command("order.cancel", "cancel the order", .order, on: [.order], ["esc"], layer: .placing)
      .besidesText(),
    Command("outcome.open", "open the link", .order, on: [.outcome], ["enter", "O"]),
    Command("outcome.copy", "copy the link", .order, on: [.outcome], ["y"]),
    Command("outcome.up", "previous link", .order, on: [.outcome], ["up", "k"]),
    Command("outcome.down", "next link", .order, on: [.outcome], ["down", "j"]),
    Command("orders.put-back", "order these again", .orders, on: [.orders], ["enter"]),
    Command("orders.ask", "ask about it again", .orders, on: [.orders], ["a"]),
    Command("orders.mark", "mark as bought or sent", .orders, on: [.orders], ["m"]),
    Command(
      "collection.add", "add to a collection", .photos, on: photosAndPhoto, ["I"], layer: .shop
    ).known(as: "album list playlist gather include"),
    Command(
      "collection.remove", "remove from the collection", .photos, on: photosAndPhoto, ["x"],
      layer: .shop
    ).known(as: "album list exclude drop"),
  ]

  // MARK: Places, leaving a screen, lines at the foot

  private static let asking: [Command] = [
    Command(
      "places.show", "go to a bookmark or recent source", .places, on: photos, ["'"], layer: .shop
    ).known(as: "open folder switch history jump"),
    Command("places.bookmark", "bookmark this source", .places, on: photos, ["m m"], layer: .shop)
      .known(as: "remember favourite favorite pin save"),
    Command(
      "places.save-search", "save this search, filter and order", .places, on: photos, ["m s"],
      layer: .shop
    ).known(as: "remember search name query smart album collection"),
    Command("places.up", "open the folder above", .places, on: photos, ["-"], layer: .shop).known(
      as: "parent directory cd"),
    Command("places.open", "open", .places, on: [.places], ["enter", "right", "l"]),
    Command("places.type", "type a path, a URL or a service", .places, on: [.places], ["/"]),
    Command("places.remove", "remove from this list", .places, on: [.places], ["del", "x"]).known(
      as: "delete forget"),
    Command(
      "places.close", "back (quits at the start)", .places, on: [.places], ["esc", "q", "'"]),
    Command("view.close", "back to the list", .photos, on: [.photo], ["q", "enter"]).also(
      "back to the photos", .basket, on: [.basket], ["q", "b"]
    ).also("back to the list", on: [.compare], ["q", "C"]).also(
      "back, keeping what you typed", .order, on: [.order], ["esc", "q"]
    ).also("back to the photos", .order, on: [.outcome], ["esc", "q"]).also(
      "back", .orders, on: [.orders], ["esc", "q", "H"]
    ).known(as: "exit leave return quit").besidesText(),
    Command("view.back", "back", .photos, on: photoAndCompare, ["esc"]).also(
      nil, .basket, on: [.basket]
    ).known(as: "exit leave return cancel"),
    Command("search.submit", "search; empty shows all", .searchPrompt, on: [.search], ["enter"]),
    Command("search.older", "older query", .searchPrompt, on: [.search], ["up", "ctrl-p"]),
    Command("search.newer", "newer query", .searchPrompt, on: [.search], ["down", "ctrl-n"]),
    Command("search.cancel", "cancel", .searchPrompt, on: [.search], ["esc"]),
    Command("filter.submit", "filter; empty shows all", .filterLine, on: [.filter], ["enter"]),
    Command("filter.complete", "complete", .filterLine, on: [.filter], ["tab"]),
    Command("filter.next", "next suggestion", .filterLine, on: [.filter], ["up", "ctrl-p"]),
    Command(
      "filter.previous", "previous suggestion, then your text", .filterLine, on: [.filter],
      ["down", "ctrl-n"]),
    Command("filter.cancel", "cancel", .filterLine, on: [.filter], ["esc"]),
    Command("prompt.accept", "accept", .prompt, on: [.prompt], ["enter"]),
    Command("prompt.complete", "complete", .prompt, on: [.prompt], ["tab"]),
    Command("prompt.older", "older answer", .prompt, on: [.prompt], ["up", "ctrl-p"]),
    Command(
      "prompt.newer", "newer answer, then your text", .prompt, on: [.prompt], ["down", "ctrl-n"]),
    Command("prompt.cancel", "cancel", .prompt, on: [.prompt], ["esc"]),
  ]

  // MARK: Bars at the foot, the help, the program

  private static let finding: [Command] = [
    timeline("previous", "earlier", "left", "h"),
    timeline("next", "later", "right", "l"),
    timeline("first", "first", "home", "g"),
    timeline("last", "last", "end", "G"),
    timeline("zoom-in", "months, then days", "+", "=", "down", "j"),
    timeline("zoom-out", "months, then years", "-", "_", "up", "k"),
    timeline("go", "go there", "enter"),
    timeline("cancel", "cancel", "esc", "q", "T"),
    Command("export.cancel", "cancel an export", .program, on: [.progress], ["esc", "q"]),
    Command("progress.stop", "stop", .program, on: [.progress], ["esc"]),
    help("up", "line up", "up", "ctrl-p"),
    help("down", "line down", "down", "ctrl-n"),
    help("page-up", "page up", "pgup", "ctrl-b"),
    help("page-down", "page down", "pgdn", "ctrl-f"),
    help("half-page-up", "half page up", "ctrl-u"),
    help("half-page-down", "half page down", "ctrl-d"),
    help("first", "start", "home"),
    help("last", "end", "end"),
    help("perform", "do the selected command", "enter"),
    Command("help.close", "clear the text, or close", .help, on: [.help], ["esc", "?"])
      .besidesText(),
    Command(
      "choice.cancel", "quit without a selection", .program, on: photos, ["esc"], layer: .chooser
    ).known(as: "exit leave abort"),
    Command("program.help", "help", .program, on: [.list, .grid, .photo, .compare, .basket], ["?"])
      .also("this help", .order, on: [.outcome]).also("this help", .orders, on: [.orders]).also(
        "this help", .places, on: [.places]
      ).known(as: "keys shortcuts commands manual"),
    Command("program.quit", "quit", .program, on: photos, ["q"]).known(as: "exit leave close"),
    Command("program.redraw", "redraw", .program, on: wholeScreens, ["ctrl-l"]).fixed().known(
      as: "refresh repaint"),
    Command("program.suspend", "suspend", .program, on: wholeScreens, ["ctrl-z"]).fixed().known(
      as: "background shell"),
    Command("program.interrupt", "quit immediately", .program, on: wholeScreens, ["ctrl-c"]).fixed()
      .known(as: "exit leave kill"),
  ]

  // MARK: Families

  private static func compare(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("compare.\(name)", title, .comparison, on: [.compare], keys)
  }

  private static func cull(_ name: String, _ title: String, _ key: String) -> Command {
    Command("cull.\(name)", title, .culling, on: [.photo], [key], layer: .culling)
  }

  private static func pan(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("pan.\(name)", title, .zoomedPhoto, on: photoAndCompare, keys, layer: .zoomed)
  }

  private static func information(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("information.\(name)", title, .information, on: [.photo], keys, layer: .information)
  }

  private static func timeline(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("timeline.\(name)", title, .timeline, on: [.timeline], keys)
  }

  private static func help(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("help.\(name)", title, .help, on: [.help], keys)
  }

  /// `rating.none`, `rating.one` to `rating.five`: a digit each.
  static let ratings = ["none", "one", "two", "three", "four", "five"].enumerated().map {
    stars, name in
    Command(
      "rating.\(name)", "\(stars == 0 ? "no" : name) star\(stars == 1 ? "" : "s")", .rating,
      on: photosAndCompare, ["\(stars)"]
    ).known(as: stars == 0 ? "unrate stars" : "rate favourite favorite like love keep")
  }

  /// `label.red` to `label.purple`.
  private static let labels = PhotoLabel.Color.allCases.map {
    Command(
      "label.\($0.rawValue)", "label \($0.rawValue)", .rating, on: photosAndCompare,
      ["L \($0.rawValue.prefix(1))"]
    ).known(as: "tag colour color mark flag")
  }

  static func label(_ color: PhotoLabel.Color) -> Command {
    Command(stringLiteral: "label.\(color.rawValue)")
  }

  private static let rating: [Command] =
    ratings + [
      Command(
        "rating.reject", "reject, or undo the rejection", .rating, on: photosAndCompare, ["R"]
      ).known(as: "rate dislike cull flag")
    ] + labels + [
      Command("label.none", "no label", .rating, on: photosAndCompare, ["L 0"]).known(
        as: "tag colour color unmark")
    ]

  /// By the letters and words of the choices: `sort.date`, and `sort.date-descending` for the newest first.
  static func sort(_ choice: SortChoice) -> Command {
    let name =
      choice.sort.map { $0.key.rawValue + ($0.isDescending ? "-descending" : "") } ?? "source"
    return Command("sort.\(name)", choice.title, .sort, on: [.sort], ["\(choice.letter)"])
  }

  /// `group.day`; `group.source` for the source's own sections.
  static func group(_ choice: GroupingChoice) -> Command {
    Command(
      "group.\(choice.grouping?.rawValue ?? "source")", choice.title, .grouping, on: [.grouping],
      ["\(choice.letter)"])
  }

  private static let choosing: [Command] =
    SortChoice.all.map(sort) + [
      Command("sort.cancel", "cancel", .sort, on: [.sort], ["esc", "q"])
    ] + GroupingChoice.all.map(group) + [
      Command("group.cancel", "cancel", .grouping, on: [.grouping], ["esc", "q"])
    ]

  // MARK: The mouse

  static let mouseSelect = Command(
    gesture: "click", "mouse.select", "select, at the left edge", .selection, on: photos)
  static let mouseFull = Command(
    gesture: "double click", "mouse.full", "100% there, or fit", .zoom, on: photoAndCompare)
  static let mousePan = Command(
    gesture: "drag", "mouse.pan", "move", .zoomedPhoto, on: photoAndCompare)
  static let mouseZoom = Command(
    gesture: "wheel", "mouse.zoom", "zoom at the pointer", .zoomedPhoto, on: photoAndCompare)

  // MARK: All of them

  /// In the order in which they are listed.
  public static let all: [Command] =
    moving + listing + viewing + panning + editing + buying + asking + rating + choosing + finding

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The command with a name; nil if there is none.
  public static func named(_ name: String) -> Command? { byName[name] }
}

/// A command of the table by its name. A name that the table lacks is a mistake that the screen with the command shows.
nonisolated extension Command: ExpressibleByStringLiteral {
  public init(stringLiteral name: String) {
    guard let command = Self.named(name) else {
      preconditionFailure("no command is called \(name)")
    }
    self = command
  }
}
