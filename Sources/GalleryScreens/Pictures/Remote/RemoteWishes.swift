import Foundation

/// What the screen wants from the network.
nonisolated struct RemoteWishes {
  var visible: [URL] = []
  var next: [URL] = []
  var watched: Set<URL> = []
  let visibleSet: Set<URL>
  let all: Set<URL>

  init(visible: [URL] = [], next: [URL] = [], watched: Set<URL> = []) {
    self.visible = visible
    self.next = next
    self.watched = watched
    visibleSet = Set(visible)
    all = visibleSet.union(next)
  }
}
