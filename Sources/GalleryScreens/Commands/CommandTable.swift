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

  // MARK: Moving

  static let listUp = Command("list.up", "row up", .moving, on: rows, ["up", "k"])
  static let listDown = Command("list.down", "row down", .moving, on: rows, ["down", "j"])
  static let listLeft = Command(
    "list.left", "previous photo", .moving, on: [.grid], ["left", "h"])
  static let listRight = Command("list.right", "next photo", .moving, on: [.grid], ["right", "l"])
  static let listPageUp = Command(
    "list.page-up", "page up", .moving, on: rows, ["pgup", "ctrl-b"])
  static let listPageDown = Command(
    "list.page-down", "page down", .moving, on: rows, ["pgdn", "ctrl-f"])
  static let listHalfPageUp = Command(
    "list.half-page-up", "half page up", .moving, on: rows, ["ctrl-u"])
  static let listHalfPageDown = Command(
    "list.half-page-down", "half page down", .moving, on: rows, ["ctrl-d"])
  static let listFirst = Command("list.first", "first", .moving, on: rows, ["home", "g"]).known(
    as: "top beginning start")
  static let listLast = Command("list.last", "last", .moving, on: rows, ["end", "G"]).known(
    as: "bottom end")

  static let listPreviousSection = Command(
    "list.previous-section", "previous section", .moving, on: photos, ["["])
  static let listNextSection = Command(
    "list.next-section", "next section", .moving, on: photos, ["]"])

  // MARK: The list

  static let listSearch = Command("list.search", "search", .photos, on: photos, ["/"]).known(
    as: "find look")
  static let listNextMatch = Command(
    "list.next-match", "next photo that was found", .photos, on: photos, ["n"]
  ).known(as: "search find again match result")
  static let listPreviousMatch = Command(
    "list.previous-match", "previous photo that was found", .photos, on: photos, ["N"]
  ).known(as: "search find again match result")
  static let listFilter = Command(
    "list.filter", "filter, e.g. price:<9", .photos, on: photos, ["&"]
  ).known(as: "find only where keywords tags")
  static let listSort = Command("list.sort", "sort", .photos, on: photos, ["s"]).known(
    as: "order arrange")
  static let listGroup = Command("list.group", "group by", .photos, on: photos, ["#"]).known(
    as: "sections headers days folders")
  static let listTimeline = Command("list.timeline", "timeline", .photos, on: photos, ["T"]).known(
    as: "calendar date month year day time when history histogram")
  static let photoSimilar = Command(
    "photo.similar", "show what looks like it", .photos, on: photosAndPhoto, ["~"]
  ).known(as: "duplicates alike same near double compare")
  static let listForSale = Command(
    "list.for-sale", "show only photos for sale", .photos, on: photos, ["f"]
  ).known(as: "buy prices available")
  static let listClear = Command(
    "list.clear", "clear filter or search", .photos, on: photos, ["esc"]
  ).known(as: "reset all back cancel")
  static let listRefresh = Command(
    "list.refresh", "refresh the list", .photos, on: photos, ["r"]
  ).known(as: "reload update rescan f5")
  static let viewGrid = Command("view.grid", "show as a grid", .photos, on: [.list], ["tab"]).known(
    as: "thumbnails tiles icons layout mosaic")
  static let viewList = Command("view.list", "show as a list", .photos, on: [.grid], ["tab"]).known(
    as: "rows details layout")
  static let viewLarger = Command(
    "view.larger", "taller rows", .sizes, on: [.list], ["+"]
  ).also("larger pictures", on: [.grid]).known(as: "zoom bigger enlarge size")
  static let viewSmaller = Command(
    "view.smaller", "shorter rows", .sizes, on: [.list], ["_"]
  ).also("smaller pictures", on: [.grid]).known(as: "zoom shrink size")
  static let viewNarrower = Command(
    "view.narrower", "narrower list", .sizes, on: [.list], ["{"]
  ).known(as: "preview pane split")
  static let viewWider = Command(
    "view.wider", "wider list", .sizes, on: [.list], ["}"]
  ).known(as: "preview pane split")

  // MARK: A selection

  static let selectionToggle = Command(
    "selection.toggle", "select or deselect", .selection, on: photosAndCompare,
    ["space", "t"]
  ).known(as: "mark pick choose check")
  static let selectionRange = Command(
    "selection.range", "select a range", .selection, on: photos, ["V"]
  ).known(as: "mark several multiple visual")
  static let selectionEnd = Command(
    "selection.end", "cancel the range, or stop", .selection, on: photos, ["esc"], layer: .range)
  static let selectionAll = Command(
    "selection.all", "select all", .selection, on: photos, ["A"]
  ).known(as: "everything mark")
  static let selectionNone = Command(
    "selection.none", "deselect all", .selection, on: photos, ["U"]
  ).known(as: "unselect clear unmark")
  static let selectionShow = Command(
    "selection.show", "show only selected", .selection, on: photos, ["="]
  ).known(as: "marked filter")

  static let choiceAccept = Command(
    "choice.accept", "print the selection and quit", .photos, on: photosAndPhoto, ["enter"],
    layer: .chooser
  ).known(as: "done ok confirm choose")
  static let choiceView = Command(
    "choice.view", "view the photo", .photos, on: photos, ["v"], layer: .chooser)
  static let choiceCancel = Command(
    "choice.cancel", "quit without a selection", .program, on: photos, ["esc"], layer: .chooser
  ).known(as: "exit leave abort")

  // MARK: Photos

  static let photoOpen = Command(
    "photo.open", "open the photo", .photos, on: [.list], ["enter", "right", "l"]
  ).also(on: [.grid], ["enter"]).also("open the photo alone", on: [.compare], ["enter"])
    .also(nil, .basket, on: [.basket]).known(as: "view show enlarge look")
  static let photoCompare = Command(
    "photo.compare", "compare 2 to 4 selected", .photos, on: photos, ["C"]
  ).known(as: "side diff versus")
  static let photoCopyAddress = Command(
    "photo.copy-address", "copy address, title, id", .photos, on: photosAndCompare + [.basket],
    ["y"]
  ).known(as: "url link path clipboard yank share")
  static let photoOpenExternally = Command(
    "photo.open-externally", "open in the default app", .photos, on: photosAndCompare + [.basket],
    ["O"]
  ).known(as: "edit crop resize flip mirror adjust editor browser program share")
  static let photoExport = Command(
    "photo.export", "export a contact sheet or copies", .photos, on: photosAndPhoto, ["e"],
    layer: .shop
  ).known(as: "print pdf html download save")
  static let photoForSale = Command(
    "photo.for-sale", "mark for sale, at a price", .ownPhotos, on: photosAndCompare, ["F"],
    layer: .shop
  ).known(as: "sell price")
  static let photoNotForSale = Command(
    "photo.not-for-sale", "mark not for sale", .ownPhotos, on: photosAndCompare, ["X"], layer: .shop
  ).known(as: "sold withdraw unsell")
  static let fileCopy = Command(
    "file.copy", "copy to a folder", .ownPhotos, on: photosAndCompare, ["c"], layer: .shop
  ).known(as: "duplicate clone backup save")
  static let fileMove = Command(
    "file.move", "move to a folder", .ownPhotos, on: photosAndCompare, ["M"], layer: .shop
  ).known(as: "relocate sort")
  static let fileTrash = Command(
    "file.trash", "move to the trash", .ownPhotos, on: photosAndCompare, ["d", "del"], layer: .shop
  ).known(as: "delete remove bin erase discard")
  static let fileRename = Command(
    "file.rename", "rename", .ownPhotos, on: photosAndPhoto, ["f2"], layer: .shop
  ).known(as: "name")
  static let photoRotateLeft = Command(
    "photo.turn-left", "rotate left", .photos, on: photosAndPhoto, ["<"]
  ).known(as: "turn counterclockwise anticlockwise orientation")
  static let photoRotateRight = Command(
    "photo.turn-right", "rotate right", .photos, on: photosAndPhoto, [">"]
  ).known(as: "turn clockwise orientation")
  static let photoSaveRotation = Command(
    "photo.write-turn", "save the rotation", .ownPhotos, on: photosAndPhoto, ["W"],
    layer: .shop
  ).known(as: "write turn orientation exif")
  static let editUndo = Command(
    "edit.undo", "undo", .photos, on: photosAndCompare + [.basket], ["u"]
  ).known(as: "revert restore back")

  // MARK: Rating

  /// `rating.none`, `rating.one` to `rating.five`: a digit each.
  static let ratings = ["none", "one", "two", "three", "four", "five"].enumerated().map {
    stars, name in
    Command(
      "rating.\(name)", "\(stars == 0 ? "no" : name) star\(stars == 1 ? "" : "s")", .rating,
      on: photosAndCompare, ["\(stars)"]
    ).known(as: stars == 0 ? "unrate stars" : "rate favourite favorite like love keep")
  }
  static let ratingReject = Command(
    "rating.reject", "reject, or undo the rejection", .rating, on: photosAndCompare, ["R"]
  ).known(as: "rate dislike cull flag")

  /// `label.red` to `label.purple`.
  static func label(_ color: PhotoLabel.Color) -> Command { labels[color] ?? labelNone }

  /// Made once: they are needed at every key.
  private static let labels = Dictionary(
    uniqueKeysWithValues: PhotoLabel.Color.allCases.map { color in
      (
        color,
        Command(
          "label.\(color.rawValue)", "label \(color.rawValue)", .rating, on: photosAndCompare,
          ["L \(color.rawValue.prefix(1))"]
        ).known(as: "tag colour color mark flag")
      )
    })

  static let labelNone = Command(
    "label.none", "no label", .rating, on: photosAndCompare, ["L 0"]
  ).known(as: "tag colour color unmark")

  // MARK: A comparison

  private static func compare(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("compare.\(name)", title, .comparison, on: [.compare], keys)
  }

  static let compareNext = compare("next", "next photo, unless zoomed", "tab", "right", "l", "n")
  static let comparePrevious = compare(
    "previous", "previous photo, unless zoomed", "shift-tab", "left", "h", "p")
  static let compareUp = compare("up", "photo above, unless zoomed", "up", "k")
  static let compareDown = compare("down", "photo below, unless zoomed", "down", "j")

  // MARK: One photo

  private static let photoAndCompare: [CommandScreen] = [.photo, .compare]

  static let photoNext = Command("photo.next", "next photo", .photos, on: [.photo], ["n"]).known(
    as: "forward")
  static let photoPrevious = Command(
    "photo.previous", "previous photo", .photos, on: [.photo], ["p", "backspace"]
  ).known(as: "back")
  static let photoForward = Command(
    "photo.forward", "next photo, unless zoomed", .photos, on: [.photo],
    ["down", "right", "j", "l", "pgdn"])
  static let photoBackward = Command(
    "photo.backward", "previous photo, unless zoomed", .photos, on: [.photo],
    ["up", "left", "k", "h", "pgup"])
  static let photoReload = Command(
    "photo.reload", "reload the picture", .photos, on: photoAndCompare, ["r"]
  ).known(as: "refresh")
  static let photoInformation = Command(
    "photo.information", "information", .photos, on: [.photo], ["i"]
  ).known(as: "exif metadata details properties camera histogram gps location keywords tags iptc")
  static let photoFullScreen = Command(
    "photo.full-screen", "full screen on or off", .photos, on: [.photo], ["z"]
  ).known(as: "hide maximise maximize whole")
  static let photoSlideShow = Command(
    "photo.slide-show", "start or stop the slide show", .photos, on: [.photo], ["S"]
  ).known(as: "play presentation")
  static let photoCull = Command(
    "photo.cull", "cull: rate one by one", .photos, on: photos, ["K"]
  ).also("begin or end culling", .culling, on: [.photo])
    .known(as: "keep pick sort out review select keepers")
  static let photoPause = Command(
    "photo.pause", "pause or resume the animation", .photos, on: [.photo], ["."]
  ).known(as: "stop play gif")

  private static func cull(_ name: String, _ title: String, _ key: String) -> Command {
    Command("cull.\(name)", title, .culling, on: [.photo], [key], layer: .culling)
  }

  static let cullNext = cull("next", "next photo, zoomed or not", "j")
  static let cullPrevious = cull("previous", "previous photo, zoomed or not", "k")
  static let cullZoom = cull("zoom", "100%, or the whole photo", "z")

  static let zoomIn = Command(
    "zoom.in", "zoom in, up to 400%", .zoom, on: photoAndCompare, ["+", "="]
  ).known(as: "enlarge magnify bigger")
  static let zoomOut = Command("zoom.out", "zoom out", .zoom, on: photoAndCompare, ["-", "_"])
    .known(as: "smaller shrink")
  static let zoomFit = Command("zoom.fit", "fit the whole photo", .zoom, on: photoAndCompare, ["w"])
    .known(as: "zoom reset")
  static let zoomFull = Command("zoom.full", "100%", .zoom, on: photoAndCompare, ["%"]).known(
    as: "zoom actual original 1:1 pixels")

  private static func pan(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("pan.\(name)", title, .zoomedPhoto, on: photoAndCompare, keys, layer: .zoomed)
  }

  static let panLeft = pan("left", "left", "left", "h")
  static let panRight = pan("right", "right", "right", "l")
  static let panUp = pan("up", "up", "up", "k")
  static let panDown = pan("down", "down", "down", "j")
  static let panPageUp = pan("page-up", "screen up", "pgup", "ctrl-b")
  static let panPageDown = pan("page-down", "screen down", "pgdn", "ctrl-f")
  static let panHalfPageUp = pan("half-page-up", "half screen up", "ctrl-u")
  static let panHalfPageDown = pan("half-page-down", "half screen down", "ctrl-d")
  static let panTop = pan("top", "top", "home", "g")
  static let panBottom = pan("bottom", "bottom", "end", "G")

  private static func information(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("information.\(name)", title, .information, on: [.photo], keys, layer: .information)
  }

  static let informationUp = information("up", "line up", "up", "k")
  static let informationDown = information("down", "line down", "down", "j")
  static let informationPageUp = information("page-up", "page up", "pgup", "ctrl-b")
  static let informationPageDown = information("page-down", "page down", "pgdn", "ctrl-f")
  static let informationHalfPageUp = information("half-page-up", "half page up", "ctrl-u")
  static let informationHalfPageDown = information("half-page-down", "half page down", "ctrl-d")
  static let informationFirst = information("first", "start", "home", "g")
  static let informationLast = information("last", "end", "end", "G")

  // MARK: The basket and orders

  static let basketToggle = Command(
    "basket.toggle", "add to basket or remove", .photos, on: photosAndCompare, ["B"], layer: .shop
  ).known(as: "cart buy want favourite favorite like")
  static let shopToggle = Command(
    "shop.toggle", "add to basket or remove", .photos, on: photosAndCompare, ["space"],
    layer: .window
  ).known(as: "cart buy want favourite favorite like")
  static let basketShow = Command(
    "basket.show", "show the basket", .basket, on: photosAndPhoto, ["b"], layer: .shop
  ).known(as: "cart bag")
  static let basketOrder = Command(
    "basket.order", "order the basket", .basket, on: photosAndPhoto + [.basket], ["o"],
    layer: .shop
  ).known(as: "buy checkout purchase pay")
  static let basketRemove = Command(
    "basket.remove", "remove", .basket, on: [.basket], ["x", "space", "del", "backspace"]
  ).known(as: "delete")
  static let basketClear = Command(
    "basket.clear", "empty the basket", .basket, on: [.basket], ["c", "C"]
  ).known(as: "delete remove")
  static let basketExport = Command(
    "basket.export", "export the basket", .basket, on: [.basket], ["e"]
  ).known(as: "save print")
  static let basketOrders = Command(
    "basket.orders", "order history", .basket, on: [.basket], ["H"]
  ).known(as: "purchases bought past")

  static let orderPlace = Command(
    "order.place", "place the order", .order, on: [.order], ["enter", "space"], layer: .field
  ).besidesText()
  static let orderAcceptField = Command(
    "order.accept-field", "next field", .order, on: [.order], ["enter"], layer: .field)
  static let orderNewLine = Command(
    "order.new-line", "new line", .order, on: [.order], ["enter"], layer: .field)
  static let orderPreviousChoice = Command(
    "order.previous-choice", "previous choice", .order, on: [.order], ["left"], layer: .choice
  ).besidesText()
  static let orderNextChoice = Command(
    "order.next-choice", "next choice", .order, on: [.order], ["right", "space"], layer: .choice
  ).besidesText()
  static let orderNextField = Command(
    "order.next-field", "next field", .order, on: [.order], ["tab"]
  ).besidesText()
  static let orderPreviousField = Command(
    "order.previous-field", "previous field", .order, on: [.order], ["shift-tab"]
  ).besidesText()
  static let orderCancel = Command(
    "order.cancel", "cancel the order", .order, on: [.order], ["esc"], layer: .placing
  ).besidesText()

  static let outcomeOpen = Command(
    "outcome.open", "open the link", .order, on: [.outcome], ["enter", "O"])
  static let outcomeCopy = Command(
    "outcome.copy", "copy the link", .order, on: [.outcome], ["y"])
  static let outcomeUp = Command(
    "outcome.up", "previous link", .order, on: [.outcome], ["up", "k"])
  static let outcomeDown = Command(
    "outcome.down", "next link", .order, on: [.outcome], ["down", "j"])

  static let ordersPutBack = Command(
    "orders.put-back", "order these again", .orders, on: [.orders], ["enter"])
  static let ordersAsk = Command(
    "orders.ask", "ask about it again", .orders, on: [.orders], ["a"])
  static let ordersMark = Command(
    "orders.mark", "mark as bought or sent", .orders, on: [.orders], ["m"])

  // MARK: Places

  static let placesShow = Command(
    "places.show", "go to a bookmark or recent source", .places, on: photos, ["'"], layer: .shop
  ).known(as: "open folder switch history jump")
  static let placesBookmark = Command(
    "places.bookmark", "bookmark this source", .places, on: photos, ["m m"], layer: .shop
  ).known(as: "remember favourite favorite pin save")
  static let placesSaveSearch = Command(
    "places.save-search", "save this search, filter and order", .places, on: photos, ["m s"],
    layer: .shop
  ).known(as: "remember search name query smart album collection")
  static let collectionAdd = Command(
    "collection.add", "add to a collection", .photos, on: photosAndPhoto, ["I"], layer: .shop
  ).known(as: "album list playlist gather include")
  static let collectionRemove = Command(
    "collection.remove", "remove from the collection", .photos, on: photosAndPhoto, ["x"],
    layer: .shop
  ).known(as: "album list exclude drop")
  static let placesUp = Command(
    "places.up", "open the folder above", .places, on: photos, ["-"], layer: .shop
  ).known(as: "parent directory cd")
  static let placesOpen = Command(
    "places.open", "open", .places, on: [.places], ["enter", "right", "l"])
  static let placesType = Command(
    "places.type", "type a path, a URL or a service", .places, on: [.places], ["/"])
  static let placesRemove = Command(
    "places.remove", "remove from this list", .places, on: [.places], ["del", "x"]
  ).known(as: "delete forget")
  static let placesClose = Command(
    "places.close", "back (quits at the start)", .places, on: [.places], ["esc", "q", "'"])

  // MARK: Leaving a screen

  static let viewClose = Command(
    "view.close", "back to the list", .photos, on: [.photo], ["q", "enter"]
  ).also("back to the photos", .basket, on: [.basket], ["q", "b"])
    .also("back to the list", on: [.compare], ["q", "C"])
    .also("back, keeping what you typed", .order, on: [.order], ["esc", "q"])
    .also("back to the photos", .order, on: [.outcome], ["esc", "q"])
    .also("back", .orders, on: [.orders], ["esc", "q", "H"]).known(as: "exit leave return quit")
    .besidesText()
  static let viewBack = Command(
    "view.back", "back", .photos, on: photoAndCompare, ["esc"]
  ).also(nil, .basket, on: [.basket]).known(as: "exit leave return cancel")

  // MARK: Lines at the foot

  static let searchSubmit = Command(
    "search.submit", "search; empty shows all", .searchPrompt, on: [.search], ["enter"])
  static let searchOlder = Command(
    "search.older", "older query", .searchPrompt, on: [.search], ["up", "ctrl-p"])
  static let searchNewer = Command(
    "search.newer", "newer query", .searchPrompt, on: [.search],
    ["down", "ctrl-n"])
  static let searchCancel = Command(
    "search.cancel", "cancel", .searchPrompt, on: [.search], ["esc"])

  static let filterSubmit = Command(
    "filter.submit", "filter; empty shows all", .filterLine, on: [.filter], ["enter"])
  static let filterComplete = Command(
    "filter.complete", "complete", .filterLine, on: [.filter], ["tab"])
  static let filterNext = Command(
    "filter.next", "next suggestion", .filterLine, on: [.filter], ["up", "ctrl-p"])
  static let filterPrevious = Command(
    "filter.previous", "previous suggestion, then your text", .filterLine, on: [.filter],
    ["down", "ctrl-n"])
  static let filterCancel = Command(
    "filter.cancel", "cancel", .filterLine, on: [.filter], ["esc"])

  static let promptAccept = Command(
    "prompt.accept", "accept", .prompt, on: [.prompt], ["enter"])
  static let promptComplete = Command(
    "prompt.complete", "complete", .prompt, on: [.prompt], ["tab"])
  static let promptOlder = Command(
    "prompt.older", "older answer", .prompt, on: [.prompt], ["up", "ctrl-p"])
  static let promptNewer = Command(
    "prompt.newer", "newer answer, then your text", .prompt, on: [.prompt], ["down", "ctrl-n"])
  static let promptCancel = Command("prompt.cancel", "cancel", .prompt, on: [.prompt], ["esc"])

  /// By the letters and words of the choices: `sort.date`, and `sort.date-descending` for the newest first.
  static func sort(_ choice: SortChoice) -> Command {
    let name =
      choice.sort.map { $0.key.rawValue + ($0.isDescending ? "-descending" : "") } ?? "source"
    return Command("sort.\(name)", choice.title, .sort, on: [.sort], ["\(choice.letter)"])
  }

  static let sortCancel = Command("sort.cancel", "cancel", .sort, on: [.sort], ["esc", "q"])

  /// `group.day`; `group.source` for the source's own sections.
  static func group(_ choice: GroupingChoice) -> Command {
    Command(
      "group.\(choice.grouping?.rawValue ?? "source")", choice.title, .grouping, on: [.grouping],
      ["\(choice.letter)"])
  }

  static let groupCancel = Command(
    "group.cancel", "cancel", .grouping, on: [.grouping], ["esc", "q"])

  private static func timeline(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("timeline.\(name)", title, .timeline, on: [.timeline], keys)
  }

  static let timelinePrevious = timeline("previous", "earlier", "left", "h")
  static let timelineNext = timeline("next", "later", "right", "l")
  static let timelineFirst = timeline("first", "first", "home", "g")
  static let timelineLast = timeline("last", "last", "end", "G")
  static let timelineZoomIn = timeline("zoom-in", "months, then days", "+", "=", "down", "j")
  static let timelineZoomOut = timeline("zoom-out", "months, then years", "-", "_", "up", "k")
  static let timelineGo = timeline("go", "go there", "enter")
  static let timelineCancel = timeline("cancel", "cancel", "esc", "q", "T")

  static let exportCancel = Command(
    "export.cancel", "cancel an export", .program, on: [.progress], ["esc", "q"])
  static let progressStop = Command("progress.stop", "stop", .program, on: [.progress], ["esc"])

  // MARK: The help

  private static func help(_ name: String, _ title: String, _ keys: String...) -> Command {
    Command("help.\(name)", title, .help, on: [.help], keys)
  }

  static let helpUp = help("up", "line up", "up", "ctrl-p")
  static let helpDown = help("down", "line down", "down", "ctrl-n")
  static let helpPageUp = help("page-up", "page up", "pgup", "ctrl-b")
  static let helpPageDown = help("page-down", "page down", "pgdn", "ctrl-f")
  static let helpHalfPageUp = help("half-page-up", "half page up", "ctrl-u")
  static let helpHalfPageDown = help("half-page-down", "half page down", "ctrl-d")
  static let helpFirst = help("first", "start", "home")
  static let helpLast = help("last", "end", "end")
  static let helpPerform = help("perform", "do the selected command", "enter")
  static let helpClose = Command(
    "help.close", "clear the text, or close", .help, on: [.help], ["esc", "?"]
  ).besidesText()

  // MARK: The program

  static let programHelp = Command(
    "program.help", "help", .program, on: [.list, .grid, .photo, .compare, .basket], ["?"]
  ).also("this help", .order, on: [.outcome]).also("this help", .orders, on: [.orders])
    .also("this help", .places, on: [.places]).known(
      as: "keys shortcuts commands manual")
  static let programQuit = Command("program.quit", "quit", .program, on: photos, ["q"]).known(
    as: "exit leave close")

  private static let wholeScreens: [CommandScreen] = [
    .list, .grid, .photo, .compare, .basket, .outcome, .orders, .places,
  ]
  static let programRedraw = Command(
    "program.redraw", "redraw", .program, on: wholeScreens, ["ctrl-l"]
  ).fixed().known(as: "refresh repaint")
  static let programSuspend = Command(
    "program.suspend", "suspend", .program, on: wholeScreens, ["ctrl-z"]
  ).fixed().known(as: "background shell")
  static let programInterrupt = Command(
    "program.interrupt", "quit immediately", .program, on: wholeScreens, ["ctrl-c"]
  ).fixed().known(as: "exit leave kill")

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
    [
      listUp, listDown, listLeft, listRight, listPageUp, listPageDown, listHalfPageUp,
      listHalfPageDown, listFirst, listLast, listPreviousSection, listNextSection,
      photoOpen, photoCompare, selectionToggle, shopToggle, choiceAccept, choiceView,
      selectionRange,
      selectionAll,
      selectionNone, selectionShow, basketToggle,
      selectionEnd, listSearch, listNextMatch, listPreviousMatch, listFilter, listSort, listGroup,
      listTimeline,
      photoSimilar, listForSale, listClear, viewGrid,
      viewList, viewLarger, viewSmaller, viewNarrower, viewWider,
      listRefresh,
      compareNext, comparePrevious, compareUp, compareDown, photoNext, photoPrevious, photoForward,
      photoBackward, photoInformation, photoFullScreen, photoSlideShow, photoPause, photoReload,
      photoCull, cullNext, cullPrevious, cullZoom,
      photoRotateLeft, photoRotateRight, zoomIn, zoomOut, zoomFit, zoomFull,
      panLeft, panRight, panUp, panDown, panPageUp, panPageDown, panHalfPageUp, panHalfPageDown,
      panTop, panBottom,
      informationUp, informationDown, informationPageUp, informationPageDown,
      informationHalfPageUp, informationHalfPageDown, informationFirst, informationLast,
      photoCopyAddress, photoOpenExternally, photoExport, photoForSale, photoNotForSale,
      fileCopy, fileMove, fileTrash, fileRename, photoSaveRotation, editUndo,
      basketShow, basketRemove, basketClear, basketOrder, basketExport, basketOrders,
      orderPlace, orderAcceptField, orderNewLine, orderPreviousChoice, orderNextChoice,
      orderNextField, orderPreviousField, orderCancel,
      outcomeOpen, outcomeCopy, outcomeUp, outcomeDown,
      ordersPutBack, ordersAsk, ordersMark,
      collectionAdd, collectionRemove,
      placesShow, placesBookmark, placesSaveSearch, placesUp, placesOpen, placesType, placesRemove,
      placesClose,
      viewClose, viewBack,
      searchSubmit, searchOlder, searchNewer, searchCancel,
      filterSubmit, filterComplete, filterNext, filterPrevious, filterCancel,
      promptAccept, promptComplete, promptOlder, promptNewer, promptCancel,
    ] + ratings + [ratingReject] + PhotoLabel.Color.allCases.map(label) + [labelNone]
    + SortChoice.all.map(sort) + [sortCancel] + GroupingChoice.all.map(group) + [groupCancel]
    + [
      timelinePrevious, timelineNext, timelineFirst, timelineLast, timelineZoomIn, timelineZoomOut,
      timelineGo, timelineCancel,
      exportCancel, progressStop, helpUp, helpDown, helpPageUp, helpPageDown, helpHalfPageUp,
      helpHalfPageDown, helpFirst, helpLast, helpPerform, helpClose, choiceCancel, programHelp,
      programQuit,
      programRedraw,
      programSuspend, programInterrupt,
    ]

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// The command with a name; nil if there is none.
  public static func named(_ name: String) -> Command? { byName[name] }
}
