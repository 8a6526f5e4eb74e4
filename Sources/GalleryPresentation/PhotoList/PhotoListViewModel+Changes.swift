import GalleryDomain

// Photos that changed where they are shown, with no load of anything.
extension PhotoListViewModel {
  public func photosChanged(_ photos: [Photo]) {
    var isSeen = false
    for photo in photos {
      if listing.pages.replace(photo) { isSeen = true }
      for index in aside.indices { _ = aside[index].pages.replace(photo) }
    }
    // What is for sale, matches or comes first now may be another photo than then; it is asked for again.
    aside.removeAll {
      $0.query.filter == .forSale || !$0.query.expression.isEmpty || $0.query.sort != nil
    }
    if isSeen { announceRows() }
  }
}
