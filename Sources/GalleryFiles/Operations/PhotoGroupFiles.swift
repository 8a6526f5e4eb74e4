import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import PictureProtocol

/// One file of a group, as it is now.
struct GroupMember {
  let folder: OpenFolder
  let name: [UInt8]
  let status: stat
  /// The photo that it belongs to; its own name if it is a photo.
  let photo: [UInt8]
  /// nil for a photo.
  let sidecar: SidecarName?
  /// Whether a photo outside of the group, and of the selection, shares this sidecar.
  let isShared: Bool

  var path: [UInt8] { FilePath.join(folder.path, name) }
}

/// Finds the files of groups, and their new names. For one operation, whose folders it keeps open for a while.
struct GroupResolver {
  private struct Listing {
    let folder: OpenFolder
    /// Whether a name finds the file of another one that differs only in case (FAT, exFAT, SMB).
    let ignoresCase: Bool
    private(set) var names: Set<[UInt8]> = []
    /// The names by the part before their last dot.
    private var stems: [[UInt8]: [[UInt8]]] = [:]
    /// The numbers of darktable's further edits, by their photos' names.
    private var versions: [[UInt8]: Set<Int>] = [:]

    init(folder: OpenFolder, names: [[UInt8]], ignoresCase: Bool) {
      self.folder = folder
      self.ignoresCase = ignoresCase
      for name in names { insert(name) }
    }

    /// A name as this folder compares it.
    private func key(_ name: [UInt8]) -> [UInt8] { ignoresCase ? FilePath.folded(name) : name }

    private func stem(_ name: [UInt8]) -> [UInt8] { key(Array(FilePath.stem(name[...]))) }

    private func version(_ name: [UInt8]) -> (photo: [UInt8], number: Int)? {
      SidecarName.version(named: key(name))
    }

    /// The names with the stem of another one.
    func names(likeStemOf name: [UInt8]) -> [[UInt8]] { stems[stem(name)] ?? [] }

    func versions(of photo: [UInt8]) -> [Int] { versions[key(photo), default: []].sorted() }

    /// The name of the file that another name finds; nil if there was none.
    func spelling(of name: [UInt8]) -> [UInt8]? {
      if names.contains(name) { return name }
      return ignoresCase ? names(likeStemOf: name).first { isSameName($0, name) } : nil
    }

    /// Whether two names find one file.
    func isSameName(_ name: [UInt8], _ other: [UInt8]) -> Bool {
      key(name) == key(other)
    }

    mutating func remove(_ name: [UInt8]) {
      guard names.remove(name) != nil else { return }
      stems[stem(name)]?.removeAll { $0 == name }
      if let (photo, number) = version(name) { versions[photo]?.remove(number) }
    }

    mutating func insert(_ name: [UInt8]) {
      guard names.insert(name).inserted else { return }
      stems[stem(name), default: []].append(name)
      if let (photo, number) = version(name) { versions[photo, default: []].insert(number) }
    }
  }

  private static let openLimit = 8

  let calls: FileSystemCalls
  /// The photos of all groups, by their paths: a sidecar of several of them doesn't belong to any other photo.
  var selection: Set<[UInt8]>
  /// For files that were left behind.
  private let now: Date
  private var listings: [[UInt8]: Listing] = [:]
  /// The folders of `listings`, the most recently used last.
  private var recent: [[UInt8]] = []
  /// All folders that were listed.
  private var folders: Set<[UInt8]> = []
  /// The names that files have got when moves that were interrupted were finished or taken back, by their former paths.
  private var settled: [[UInt8]: [UInt8]] = [:]
  /// Hidden files in them whose processes were killed.
  private var abandoned: Set<[UInt8]> = []

  init(calls: FileSystemCalls, groups: [FileGroup], now: Date) {
    self.calls = calls
    self.now = now
    selection = Set(groups.flatMap { [$0.main] + $0.companions }.map(\.path))
  }

  mutating func folder(_ path: [UInt8]) throws(FileOperationError) -> OpenFolder {
    do throws(SystemCallError) {
      return try listing(path).folder
    } catch {
      let name = FilePath.shownName(path)
      switch error.code {
      case ENOENT, ENOTDIR: throw .folderMissing(name: name)
      default: throw error.failure(Array(FilePath.lastComponent(path)))
      }
    }
  }

  /// A file's folder, open, and its name there.
  mutating func location(
    of file: FileReference
  ) throws(FileOperationError) -> (folder: OpenFolder, name: [UInt8]) {
    let (path, name) = FilePath.split(file.path)
    return (try folder(path), name)
  }

  /// Photos and their sidecars, the main file first.
  mutating func members(of group: FileGroup) throws(FileOperationError) -> [GroupMember] {
    let photos = [group.main] + group.companions
    let paths = Set(photos.map(\.path))
    var members: [GroupMember] = []
    var sidecars: [GroupMember] = []
    var seen = Set<[UInt8]>()
    for photo in photos where seen.insert(photo.path).inserted {
      let (path, last) = FilePath.split(photo.path)
      var name = last
      do throws(SystemCallError) {
        let listing = try listing(path)
        // What is at its name now may be another file, which got it back.
        guard settled[photo.path] == nil else { throw SystemCallError(code: ESTALE) }
        name = listing.spelling(of: name) ?? name
        let status = try calls.status(of: name, in: listing.folder)
        guard status.isRegularFile else {
          throw SystemCallError(code: ELOOP)
        }
        members.append(
          GroupMember(
            folder: listing.folder, name: name, status: status, photo: name, sidecar: nil,
            isShared: false))
      } catch {
        if let now = settled[photo.path] {
          throw .settled(name: FilePath.shownName(photo), now: FilePath.shownName(now))
        }
        throw error.code == ENOTDIR
          ? .gone(name: FilePath.shownName(photo)) : error.failure(name)
      }
      guard group.downloadName == nil, let listing = listings[path] else { continue }
      sidecars += try self.sidecars(of: name, in: listing, besides: paths)
    }
    // A sidecar may belong to several photos of the group.
    return members + sidecars.filter { seen.insert($0.path).inserted }
  }

  /// The forms that the names of a photo's sidecars may have.
  private func forms(of photo: [UInt8], in listing: Listing) -> [SidecarName] {
    let versions = listing.versions(of: photo).map(SidecarName.version).filter { version in
      // Without `.xmp` it would be the name of another photo, whose sidecar this is.
      listing.spelling(of: Array(version.name(of: photo).dropLast(4))) == nil
    }
    return SidecarName.forms + versions
  }

  private func sidecars(
    of photo: [UInt8], in listing: Listing, besides group: Set<[UInt8]>
  ) throws(FileOperationError) -> [GroupMember] {
    let forms = self.forms(of: photo, in: listing).map { (form: $0, name: $0.name(of: photo)) }
    let isShared = hasOthers(than: photo, in: listing, besides: group)
    var members: [GroupMember] = []
    // Where case is ignored, `.xmp` and `.XMP` find one file. It keeps its own spelling, so that form is the first.
    for (form, asked) in forms.filter({ listing.names.contains($0.name) }) + forms {
      // Inodes don't tell which files are one: file systems in user space number a file by how it was asked for.
      let name = listing.spelling(of: asked) ?? asked
      guard name != photo, !members.contains(where: { listing.isSameName($0.name, name) })
      else { continue }
      let status: stat
      do throws(SystemCallError) {
        status = try calls.status(of: name, in: listing.folder)
      } catch {
        if error.code == ENOENT || error.code == ENAMETOOLONG { continue }
        throw error.failure(name)
      }
      guard !status.isDirectory else { continue }
      guard status.isRegularFile else { throw SystemCallError(code: ELOOP).failure(name) }
      var sharesStem = false
      if case .replacing = form { sharesStem = isShared }
      members.append(
        GroupMember(
          folder: listing.folder, name: name, status: status, photo: photo, sidecar: form,
          isShared: sharesStem))
    }
    return members
  }

  /// The paths of sidecars that are beside the new names of photos already: those that photos there share, and the first that is
  /// no photo's, which these would take for their own.
  ///
  /// - Parameter own: The paths of files that get new names, or keep theirs beside these.
  mutating func foreignSidecars(
    beside items: [FileTransfer.Item], besides own: Set<[UInt8]>
  ) -> (shared: Set<[UInt8]>, orphan: [UInt8]?) {
    var shared = Set<[UInt8]>()
    for item in items where !item.isSidecar {
      guard let listing = try? self.listing(item.target.path) else { continue }
      if let there = listing.spelling(of: item.newName),
        !own.contains(FilePath.join(listing.folder.path, there))
      {
        continue
      }
      let isShared = hasOthers(than: item.newName, in: listing, besides: own)
      for form in forms(of: item.newName, in: listing) {
        guard let name = listing.spelling(of: form.name(of: item.newName)) else { continue }
        let path = FilePath.join(listing.folder.path, name)
        guard !own.contains(path) else { continue }
        guard case .replacing = form, isShared else { return (shared, path) }
        shared.insert(path)
      }
    }
    return (shared, nil)
  }

  /// The new name of a sidecar of each group that another group's photo would share, and doesn't now; nil for none.
  ///
  /// - Parameter plans: All that get new names in a folder.
  mutating func newlyShared(_ plans: [[FileTransfer.Item]]) -> [[UInt8]?] {
    let items = Array(plans.joined())
    guard let folder = items.first?.target.path, let before = try? listing(folder) else {
      return plans.map { _ in nil }
    }
    var after = before
    for item in items where !item.isCopied { after.remove(item.name) }
    for item in items { after.insert(item.newName) }
    let photos = Dictionary(
      items.filter { !$0.isSidecar }.map { ($0.newName, $0.name) }, uniquingKeysWith: { $1 })
    return plans.map { items in
      items.first { item in
        guard item.isSidecar else { return false }
        let former = before.names(likeStemOf: item.name)
        return after.names(likeStemOf: item.newName).contains { name in
          guard let photo = photos[name], !former.contains(photo) else { return false }
          return !items.contains { after.isSameName($0.newName, name) }
        }
      }?.newName
    }
  }

  private func hasOthers(
    than photo: [UInt8], in listing: Listing, besides group: Set<[UInt8]>
  ) -> Bool {
    let stemCount = FilePath.stem(photo[...]).count
    return listing.names(likeStemOf: photo).contains { name in
      let path = FilePath.join(listing.folder.path, name)
      return name != photo && name.count > stemCount && !SidecarName.isSidecar(name)
        && !group.contains(path) && !selection.contains(path)
    }
  }

  /// Removes the remains of killed operations in the folders that were listed.
  ///
  /// - Returns: The files that are kept because no complete file has their bytes.
  func removeAbandonedParts(shouldStop: @escaping () -> Bool) -> [FileReference] {
    guard !abandoned.isEmpty, !shouldStop() else { return [] }
    return AbandonedParts(
      calls: calls, paths: abandoned,
      folders: folders.sorted { $0.lexicographicallyPrecedes($1) }, shouldStop: shouldStop
    ).remove()
  }

  /// Call when files have got new names, to update the open folders.
  mutating func moved(_ items: [FileTransfer.Item]) {
    for item in items where !item.isCopied { listings[item.source.path]?.remove(item.name) }
    for item in items { listings[item.target.path]?.insert(item.newName) }
  }

  /// The path of the file that has the new name of another one, which is that file itself if only its case changes; nil if the
  /// name is free.
  func holder(ofNew item: FileTransfer.Item) throws(FileOperationError) -> [UInt8]? {
    let folder = item.target
    guard try naming(item.newName, calls.isThere(item.newName, in: folder)) else { return nil }
    let name = listings[folder.path]?.spelling(of: item.newName) ?? item.newName
    return FilePath.join(folder.path, name)
  }

  /// Which groups can have their new names together: one may get a name that another one gives up.
  ///
  /// - Returns: The others with what is in their way.
  func checked(
    _ plans: [Result<[FileTransfer.Item], FileOperationError>]
  ) -> [Result<[FileTransfer.Item], FileOperationError>] {
    var plans = plans
    let all = plans.flatMap { (try? $0.get()) ?? [] }
    let freed = Set(all.filter { !$0.isCopied }.map(\.path))
    var names = Set<[UInt8]>()
    /// Who gets the names of files that give them up, by the paths of these.
    var heirs: [[UInt8]: [(plan: Int, name: [UInt8])]] = [:]
    /// Files that keep their names.
    var kept: [FileTransfer.Item] = []
    for index in plans.indices {
      guard let items = try? plans[index].get() else { continue }
      do throws(FileOperationError) {
        for item in items {
          if let path = try holder(ofNew: item) {
            guard freed.contains(path) else {
              throw .nameTaken(name: FilePath.shownName(item.newName))
            }
            heirs[path, default: []].append((index, item.newName))
          }
          guard names.insert(key(ofNew: item)).inserted else {
            throw .nameTwice(name: FilePath.shownName(item.newName))
          }
        }
      } catch {
        plans[index] = .failure(error)
        kept += items
      }
    }
    while let item = kept.popLast() {
      guard !item.isCopied else { continue }
      for (index, name) in heirs[item.path] ?? [] {
        guard let items = try? plans[index].get() else { continue }
        plans[index] = .failure(.nameTaken(name: FilePath.shownName(name)))
        kept += items
      }
    }
    return plans
  }

  /// Gives the files of groups their new names, of all groups that can have them or of none.
  ///
  /// - Parameter plans: As they were checked.
  /// - Returns: The files with their new names.
  mutating func move(
    _ plans: [Result<[FileTransfer.Item], FileOperationError>], shouldStop: @escaping () -> Bool
  ) -> [Result<[stat], FileOperationError>] {
    let items = plans.flatMap { (try? $0.get()) ?? [] }
    do throws(FileOperationError) {
      var placed = try FileTransfer(
        calls: calls, items: items, shouldStop: shouldStop
      ).run()[...]
      moved(items)
      return plans.map { plan in
        plan.map { items in
          defer { placed = placed.dropFirst(items.count) }
          return Array(placed.prefix(items.count))
        }
      }
    } catch {
      return plans.map { $0.flatMap { _ in .failure(error) } }
    }
  }

  /// The new path of a file as its file system compares it.
  private func key(ofNew item: FileTransfer.Item) -> [UInt8] {
    let ignoresCase = listings[item.target.path]?.ignoresCase ?? false
    return FilePath.join(
      item.target.path, ignoresCase ? FilePath.folded(item.newName) : item.newName)
  }

  /// As it was when the operation first used it; before that, moves that were interrupted are finished or taken back, and
  /// remains that are a day old are removed.
  private mutating func listing(_ path: [UInt8]) throws(SystemCallError) -> Listing {
    if let listing = listings[path] {
      if recent.last != path {
        recent.removeAll { $0 == path }
        recent.append(path)
      }
      return listing
    }
    let folder = try calls.openFolder(path)
    var names = try calls.names(in: folder)
    if let settled = MoveRecord.settle(names, in: folder, now: now, calls) {
      for (former, name) in settled { self.settled[FilePath.join(path, former)] = name }
      names = try calls.names(in: folder)
    }
    folders.insert(path)
    for name in names where HiddenPart.isName(name) || HiddenPart.isName(name, .half) {
      guard let status = try? calls.status(of: name, in: folder) else { continue }
      switch HiddenPart.treatment(
        of: name, status, now: now.timeIntervalSince1970, seenBy: calls.process)
      {
      case .keep: break
      case .remove: try? calls.remove(name, in: folder)
      case .compare: abandoned.insert(FilePath.join(path, name))
      }
    }
    let listing = Listing(
      folder: folder, names: names, ignoresCase: try ignoresCase(names, in: folder))
    // The folder that all photos come from or go to is kept, however many others there are.
    if recent.count >= Self.openLimit { listings[recent.removeFirst()] = nil }
    listings[path] = listing
    recent.append(path)
    return listing
  }

  /// Whether a name that isn't there finds a file.
  private func ignoresCase(
    _ names: [[UInt8]], in folder: OpenFolder
  ) throws(SystemCallError) -> Bool {
    var absent: [UInt8]?
    for name in names where absent == nil {
      // The letters of ASCII in the other case.
      let other = name.map { (0x41...0x5A).contains($0 & 0xDF) ? $0 ^ 0x20 : $0 }
      if other != name, !names.contains(other) { absent = other }
    }
    guard let absent else { return false }
    return try calls.isThere(absent, in: folder)
  }
}

extension FilePath {
  /// A name as file systems that ignore case compare it.
  static func folded(_ name: [UInt8]) -> [UInt8] {
    guard let text = String(validating: name, as: UTF8.self) else {
      return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
    return Array(text.lowercased().utf8)
  }
}

/// New names for the files of a group, based on its main file's.
struct GroupNaming {
  /// The main file's current name.
  let main: [UInt8]
  let newMain: [UInt8]

  /// `photo (2).jpg`; the name itself for 1.
  static func numbered(_ name: [UInt8], _ number: Int) -> [UInt8] {
    guard number > 1 else { return name }
    let stem = FilePath.stem(name[...])
    return stem + Array(" (\(number))".utf8) + name[stem.endIndex...]
  }

  /// All photos of a group get the main file's new name, with their own extensions, so that they still belong together. Some phones
  /// name them differently, which stays as it is as long as the main file's name does.
  func name(of member: GroupMember) -> [UInt8] {
    let photo: [UInt8]
    if member.photo == main {
      photo = newMain
    } else if newMain == main {
      photo = member.photo
    } else {
      let ending = member.photo[FilePath.stem(member.photo[...]).endIndex...]
      photo = Array(FilePath.stem(newMain[...])) + ending
    }
    return member.sidecar?.name(of: photo) ?? photo
  }
}
