/// All pictures, in the order of the feed: the first page has to be attractive and varied; the first photo has a title
/// that every newcomer can read.
enum Catalogue {
  static let photographs: [Photograph] = [
    agate, aurora, dome, glass, eveningSea, lavender, stair, mistyHills, milkyWay, fruit,
    pinkWalls, lake, dunes, moonSea, autumn, marbles, snow, pool, skyline, birches, rust, colonnade,
    meadow, bottle, storm, blueHills, knitted, rain, attractor, fullMoon, rings, redDunes, soapFilm,
  ]
}
