import GalleryDomain
import GalleryPresentation
import TerminalKit

/// Every command of the program. Keys, key line, help, `vitrine keys` and the manual are made from this table.
///
/// A row has a name, the screens, the default keys, the heading in the help and the words there; then what else holds
/// (a layer, `text`, `fixed`; see `Command`), and other words that users type into the help to find it, of which the
/// beginning is enough. A row without a name is about the command above it on other screens; what it leaves out is as
/// in the first row. A word of the title is one of these only if people name the command by it (`add`); those of a label have
/// `tags`, not `tag`, because that is a keyword, and leads to the caption.
///
/// Names are for configuration files: they stay when titles change, and removing one is a change for the changelog.
nonisolated extension Command {
  private static let table = """
    Moving and selecting
    list.up | list grid basket orders places | up, k | Moving | row up
    list.down | list grid basket orders places | down, j | Moving | row down
    list.left | grid | left, h | Moving | previous photo
    list.right | grid | right, l | Moving | next photo
    list.page-up | list grid basket orders places | pgup, ctrl-b | Moving | page up
    list.page-down | list grid basket orders places | pgdn, ctrl-f | Moving | page down
    list.half-page-up | list grid basket orders places | ctrl-u | Moving | half page up
    list.half-page-down | list grid basket orders places | ctrl-d | Moving | half page down
    list.first | list grid basket orders places | home, g g | Moving | first |  | top beginning start
    list.last | list grid basket orders places | end, G | Moving | last |  | bottom end
    list.previous-section | list grid | [ | Moving | previous section
    list.next-section | list grid | ] | Moving | next section
    photo.open | list | enter, right, l | Photos | open the photo |  | view show enlarge look
      | grid | enter
      | compare | enter |  | open the photo alone
      | basket |  | Basket
    photo.compare | list grid | C | Photos | compare 2 to 4 selected |  | side diff versus
    selection.toggle | list grid photo compare | space, t | Selection | select or deselect |  | mark pick choose check
    shop.toggle | list grid photo compare | space | Photos | add to basket or remove | window | add cart buy want favourite favorite like
    choice.accept | list grid photo | enter | Photos | print the selection and quit | chooser | done ok confirm choose
    choice.view | list grid | i | Photos | view the photo | chooser
    selection.range | list grid | v, V | Selection | select a range |  | mark several multiple visual
    selection.all | list grid | A | Selection | select all |  | everything mark
    selection.none | list grid | U | Selection | deselect all |  | unselect clear unmark
    selection.show | list grid | S s | Selection | show only selected |  | marked filter
    basket.toggle | list grid photo compare | B | Photos | add to basket or remove | shop | add cart buy want favourite favorite like
    selection.end | list grid | esc | Selection | cancel the range, or stop | range

    The list
    list.search | list grid | / | Photos | search |  | find look
    list.next-match | list grid | n | Photos | next match |  | search find again match result
    list.previous-match | list grid | N | Photos | previous match |  | search find again match result
    list.filter | list grid | & | Photos | filter, e.g. price:<9 |  | find only where keywords tags
    list.sort | list grid | s | Photos | sort |  | order arrange
    list.group | list grid | # | Photos | group by |  | sections headers days folders
    list.timeline | list grid | g t | Photos | timeline |  | calendar date month year day time when history histogram
    list.for-sale | list grid | f | Photos | show only photos for sale |  | buy prices available
    list.clear | list grid | esc | Photos | clear filter or search |  | reset all back cancel
    view.grid | list | tab | Photos | show as a grid |  | thumbnails tiles icons layout mosaic
    view.list | grid | tab | Photos | show as a list |  | rows details layout
    view.larger | list | +, = | Sizes | taller rows |  | zoom bigger enlarge size
      | grid |  |  | larger pictures
    view.smaller | list | -, _ | Sizes | shorter rows |  | zoom shrink size
      | grid |  |  | smaller pictures
    view.narrower | list | Z < | Sizes | narrower list |  | preview pane split
    view.wider | list | Z > | Sizes | wider list |  | preview pane split
    list.refresh | list grid | r, f5 | Photos | refresh the list |  | reload update rescan

    One photo, and a comparison
    compare.next | compare | tab, right, l, n | Comparison | next photo, unless zoomed
    compare.previous | compare | shift-tab, left, h, p | Comparison | previous photo, unless zoomed
    compare.up | compare | up, k | Comparison | photo above, unless zoomed
    compare.down | compare | down, j | Comparison | photo below, unless zoomed
    compare.drop | compare | d | Comparison | drop, and show the next photo instead |  | replace next reject
    photo.next | photo | n | Photos | next photo |  | forward
    photo.previous | photo | p, backspace | Photos | previous photo |  | back
    photo.forward | photo | down, right, j, l, pgdn | Photos | next photo, unless zoomed
    photo.backward | photo | up, left, k, h, pgup | Photos | previous photo, unless zoomed
    photo.information | photo list grid | i | Photos | information |  | exif caption description metadata details properties camera histogram gps location keywords tags iptc
    photo.full-screen | photo | f, f11 | Photos | full screen on or off |  | hide maximise maximize whole
    photo.slide-show | photo | S | Photos | start or stop the slide show |  | play presentation
    photo.pause | photo | . | Photos | pause or resume the animation |  | stop play gif
    photo.reload | photo compare | r, f5 | Photos | reload the picture |  | refresh
    photo.similar | list grid photo | g s | Photos | similar photos |  | duplicates alike same near double compare
    photo.cull | list grid | K | Photos | cull: rate one by one |  | keep pick sort out review select keepers
      | photo |  | Culling | begin or end culling
    cull.next | photo | j | Culling | next photo, zoomed or not | culling
    cull.previous | photo | k | Culling | previous photo, zoomed or not | culling
    cull.zoom | photo | z | Culling | 100%, or the whole photo | culling
    photo.turn-left | list grid photo | < | Photos | rotate left |  | turn counterclockwise anticlockwise orientation
    photo.turn-right | list grid photo | > | Photos | rotate right |  | turn clockwise orientation
    zoom.in | photo compare | +, = | Zoom | zoom in, up to 400% |  | enlarge magnify bigger
    zoom.out | photo compare | -, _ | Zoom | zoom out |  | smaller shrink
    zoom.fit | photo compare | w | Zoom | fit the whole photo |  | zoom reset
    zoom.full | photo compare | z, % | Zoom | 100% |  | zoom actual original 1:1 pixels

    Long and zoomed photos
    pan.left | photo compare | left, h | In a zoomed photo | left | zoomed
    pan.right | photo compare | right, l | In a zoomed photo | right | zoomed
    pan.up | photo compare | up, k | In a zoomed photo | up | zoomed
    pan.down | photo compare | down, j | In a zoomed photo | down | zoomed
    pan.page-up | photo compare | pgup, ctrl-b | In a zoomed photo | screen up | zoomed
    pan.page-down | photo compare | pgdn, ctrl-f | In a zoomed photo | screen down | zoomed
    pan.half-page-up | photo compare | ctrl-u | In a zoomed photo | half screen up | zoomed
    pan.half-page-down | photo compare | ctrl-d | In a zoomed photo | half screen down | zoomed
    pan.top | photo compare | home, g g | In a zoomed photo | top | zoomed
    pan.bottom | photo compare | end, G | In a zoomed photo | bottom | zoomed
    information.up | photo | up, k | Long information | line up | information
    information.down | photo | down, j | Long information | line down | information
    information.page-up | photo | pgup, ctrl-b | Long information | page up | information
    information.page-down | photo | pgdn, ctrl-f | Long information | page down | information
    information.half-page-up | photo | ctrl-u | Long information | half page up | information
    information.half-page-down | photo | ctrl-d | Long information | half page down | information
    information.first | photo | home, g g | Long information | start | information
    information.last | photo | end, G | Long information | end | information

    What is done with photos
    photo.copy-address | list grid photo compare basket | y | Photos | copy address, title, id |  | url link path clipboard yank share
    photo.open-externally | list grid photo compare basket | o, O | Photos | open in the default app |  | edit crop resize flip mirror adjust editor browser program share
    photo.export | list grid photo | e | Photos | export a contact sheet or copies | shop | print pdf html download save
    photo.for-sale | list grid photo compare | F f | Your own photos | mark for sale, at a price | shop | sell price
    photo.not-for-sale | list grid photo compare | F x | Your own photos | mark not for sale | shop | sold withdraw unsell
    file.copy | list grid photo compare | c | Your own photos | copy to a folder | shop | duplicate clone backup save
    file.move | list grid photo compare | M | Your own photos | move to a folder | shop | relocate sort
    file.trash | list grid photo | d, del | Your own photos | move to the trash | shop | delete remove bin erase discard
      | compare | del
    file.rename | list grid photo | f2 | Your own photos | rename | shop | name names batch bulk number sequence template
    photo.caption | list grid photo | E | Your own photos | edit title, caption, keywords | shop | tag describe description iptc metadata creator author artist copyright rights alt write
    photo.write-turn | list grid photo | m w | Your own photos | save the rotation | shop | write turn orientation
    edit.undo | list grid photo compare basket | u | Photos | undo |  | revert restore back trash

    The basket and orders
    basket.show | list grid photo | b | Photos | show the basket | shop | cart bag
    basket.remove | basket | x, space, del, backspace | Basket | remove |  | delete
    basket.clear | basket | U | Basket | empty the basket |  | delete remove
    basket.order | list grid photo | $ | Photos | order the basket | shop | buy checkout purchase pay
      | basket |  | Basket
    basket.export | basket | e | Basket | export the basket |  | save print
    basket.orders | basket | H | Basket | order history |  | purchases bought past
    order.place | order | enter, space | Order | place the order | field text
    order.accept-field | order | enter | Order | next field | field
    order.previous-choice | order | left | Order | previous choice | choice text
    order.next-choice | order | right, space | Order | next choice | choice text
    order.next-field | order | tab | Order | next field | text
    order.previous-field | order | shift-tab | Order | previous field | text
    order.cancel | order | esc | Order | cancel the order | placing text
    orders.put-back | orders | enter | Orders | add these to the basket again |  | reorder repeat
    orders.ask | orders | a | Orders | ask about it again
    orders.mark | orders | m | Orders | mark as bought or sent
    collection.add | list grid photo | m c | Photos | add to a collection | shop | album list playlist gather include
    collection.remove | list grid photo | m x | Photos | remove from the collection | shop | album list exclude drop

    Places, leaving a screen, lines at the foot
    places.show | list grid | ' | Places | go to a bookmark or recent source | shop | open folder switch history jump
    places.bookmark | list grid | m m | Places | bookmark this source | shop | remember favourite favorite pin save
    places.save-search | list grid | m s | Places | save this search, filter and order | shop | remember search name query smart album collection
    places.up | list | h, left, backspace | Places | open the folder above | shop | parent directory cd
      | grid | backspace
    places.open | places | enter, right, l | Places | open
    places.type | places | / | Places | type a path, a URL or a service
    places.remove | places | del, x | Places | remove from this list |  | delete forget
    places.close | places | esc, q, ' | Places | back (quits at the start)
    view.close | photo | q, enter | Photos | close the information, else back to the list | text | done culling exit leave return quit
      | basket | q, b | Basket | back to the photos
      | compare | q, C |  | back to the list
      | order | esc, q | Order | back, keeping what you typed
      | orders | esc, q, H | Orders | back
    view.back | photo compare | esc | Photos | back |  | exit leave return cancel
      | basket |  | Basket
    search.submit | search | enter | Search prompt | search; empty shows all
    search.older | search | up, ctrl-p | Search prompt | older query
    search.newer | search | down, ctrl-n | Search prompt | newer query
    search.cancel | search | esc | Search prompt | cancel
    filter.submit | filter | enter | Filter line | filter; empty shows all
    filter.complete | filter | tab | Filter line | complete
    filter.next | filter | up, ctrl-p | Filter line | next suggestion
    filter.previous | filter | down, ctrl-n | Filter line | previous suggestion, then your text
    filter.cancel | filter | esc | Filter line | cancel
    caption.write | caption | ctrl-s | Caption | write it
    caption.accept | caption | enter | Caption | take what is suggested, or go on; write at the end
    caption.complete | caption | right | Caption | take what is suggested
    caption.next | caption | tab, down | Caption | next field
    caption.previous | caption | shift-tab, up | Caption | previous field
    caption.editor | caption | ctrl-o | Caption | open all of it in your editor
    caption.cancel | caption | esc | Caption | cancel
    prompt.accept | prompt | enter | Prompt | accept
    prompt.complete | prompt | tab | Prompt | complete
    prompt.edit | prompt | ctrl-o | Prompt | edit in your editor
    prompt.older | prompt | up, ctrl-p | Prompt | older answer
    prompt.newer | prompt | down, ctrl-n | Prompt | newer answer, then your text
    prompt.cancel | prompt | esc | Prompt | cancel

    Rating
    rating.none | list grid photo compare | 0 | Rating | no stars |  | unrate stars
    rating.one | list grid photo compare | 1 | Rating | one star |  | rate favourite favorite like love keep
    rating.two | list grid photo compare | 2 | Rating | two stars |  | rate favourite favorite like love keep
    rating.three | list grid photo compare | 3 | Rating | three stars |  | rate favourite favorite like love keep
    rating.four | list grid photo compare | 4 | Rating | four stars |  | rate favourite favorite like love keep
    rating.five | list grid photo compare | 5 | Rating | five stars |  | rate favourite favorite like love keep
    rating.reject | list grid photo compare | R | Rating | reject, or undo the rejection |  | rate dislike cull flag
    label.red | list grid photo compare | L r | Rating | label red |  | tags colour color mark flag
    label.yellow | list grid photo compare | L y | Rating | label yellow |  | tags colour color mark flag
    label.green | list grid photo compare | L g | Rating | label green |  | tags colour color mark flag
    label.blue | list grid photo compare | L b | Rating | label blue |  | tags colour color mark flag
    label.purple | list grid photo compare | L p | Rating | label purple |  | tags colour color mark flag
    label.none | list grid photo compare | L 0 | Rating | no label |  | tags colour color unmark
    """

  private static let rest = """
    Bars at the foot, the help, the program
    timeline.previous | timeline | left, h | Timeline | earlier
    timeline.next | timeline | right, l | Timeline | later
    timeline.first | timeline | home, g g | Timeline | first
    timeline.last | timeline | end, G | Timeline | last
    timeline.zoom-in | timeline | +, =, down, j | Timeline | months, then days
    timeline.zoom-out | timeline | -, _, up, k | Timeline | months, then years
    timeline.filter | timeline | & | Timeline | show only these photos
    timeline.go | timeline | enter | Timeline | go there
    timeline.cancel | timeline | esc, q | Timeline | cancel
    export.cancel | progress | esc, q | Program | cancel an export
    progress.stop | progress | esc | Program | stop
    help.up | help | up, ctrl-p | Help | row up
    help.down | help | down, ctrl-n | Help | row down
    help.page-up | help | pgup, ctrl-b | Help | page up
    help.page-down | help | pgdn, ctrl-f | Help | page down
    help.half-page-up | help | ctrl-u | Help | half page up
    help.half-page-down | help | ctrl-d | Help | half page down
    help.first | help | home | Help | first
    help.last | help | end | Help | last
    help.perform | help | enter | Help | do the selected command
    help.close | help | esc, ?, f1 | Help | clear the text, or close | text
    choice.cancel | list grid | esc | Program | quit without a selection | chooser | exit leave abort
    program.help | list grid photo compare basket | ?, :, f1 | Program | help |  | keys shortcuts commands manual
      | timeline |  | Timeline | this help
      | orders |  | Orders | this help
      | places |  | Places | this help
    program.quit | list grid | q | Program | quit |  | exit leave close
    program.redraw | list grid photo compare basket orders places | ctrl-l | Program | redraw | fixed | refresh repaint
    program.suspend | list grid photo compare basket orders places | ctrl-z | Program | suspend | fixed | background shell
    program.interrupt | list grid photo compare basket orders places | ctrl-c | Program | quit immediately | fixed | exit leave kill
    """

  /// `sort.date`; `sort.source` for the source's own order.
  static func sort(_ choice: SortChoice) -> Command {
    Command(
      "sort.\(choice.sort?.key.rawValue ?? "source")", choice.title, .sort, on: [.sort],
      sequences("\(choice.letter)"))
  }

  /// `group.day`; `group.source` for the source's own sections.
  static func group(_ choice: GroupingChoice) -> Command {
    Command(
      "group.\(choice.grouping?.rawValue ?? "source")", choice.title, .grouping, on: [.grouping],
      sequences("\(choice.letter)"))
  }

  private static let choosing: [Command] =
    SortChoice.all.map(sort) + commands("sort.cancel | sort | esc, q | Sort | cancel")
    + GroupingChoice.all.map(group)
    + commands("group.cancel | grouping | esc, q | Group by | cancel")

  /// A command for each digit.
  static let ratings = ["none", "one", "two", "three", "four", "five"].map {
    Command(stringLiteral: "rating.\($0)")
  }

  static func label(_ color: PhotoLabel.Color) -> Command {
    Command(stringLiteral: "label.\(color.rawValue)")
  }

  // MARK: The mouse

  static let mouseSelect = Command(
    "mouse.select", "select, at its ✓", .selection, on: [.list, .grid], gesture: "click")
  static let mouseFull = Command(
    "mouse.full", "100% there, or fit", .zoom, on: [.photo, .compare], gesture: "double click")
  static let mousePan = Command(
    "mouse.pan", "move", .zoomedPhoto, on: [.photo, .compare], gesture: "drag")
  static let mouseZoom = Command(
    "mouse.zoom", "zoom at the pointer", .zoomedPhoto, on: [.photo, .compare], gesture: "wheel")

  /// What follows the keys that begin several commands.
  static let menuTitles: [KeySequence: String] = Dictionary(
    uniqueKeysWithValues: [
      ("F", "for sale"), ("L", "label"), ("S", "selection"), ("Z", "list width"),
      ("g", "go to"), ("m", "keep"),
    ].map { (sequences($0)[0], $1) })

  // MARK: All commands

  /// In the order in which they are listed.
  public static let all: [Command] = commands(table) + choosing + commands(rest)

  private static let positions = Dictionary(
    uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

  /// The command with a name; nil if there is none.
  public static func named(_ name: String) -> Command? { positions[name].map { all[$0] } }

  /// Where a command is in the table; the user's own come last.
  static func position(of name: String) -> Int { positions[name] ?? all.count }
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
