import Foundation

/// Solids, a rectangle of light above them, and the light around; pictures of it by path tracing.
struct Studio: Sendable {
  let solids: [Solid]
  let camera: Camera
  /// A softbox: its middle, its two half sides, and its light.
  let lamp: (centre: Vector3, across: Vector3, along: Vector3, light: Vector3)
  /// Light from a direction where nothing is.
  let environment: @Sendable (Vector3) -> Vector3
  var samples = 48
  var bounces = 6
  var lightLimit: Float = 6

  func render(width: Int, height: Int) -> Canvas {
    let rough = Canvas.render(width: width, height: height, samples: samples) { x, y, random in
      let ray = camera.ray(x, y, &random)
      // A single path that found the lamp by luck must not outshine the picture.
      return radiance(ray, &random).map { min($0, lightLimit) }
    }
    return Denoiser().smoothed(rough, guides: guides(width: width, height: height))
  }

  /// The first hits of a few rays through every pixel, with the blur of the lens.
  private func guides(width: Int, height: Int) -> [Denoiser.Guide] {
    let taps = 8
    func layer(_ value: @escaping @Sendable (Solid, Vector3, Float) -> Vector3) -> Canvas {
      Canvas.render(width: width, height: height, samples: taps) { x, y, random in
        let ray = camera.ray(x, y, &random)
        guard let found = nearest(ray) else { return .zero }
        return value(solids[found.index], ray.point(found.distance), found.distance)
      }
    }
    let normals = layer { solid, p, _ in solid.normal(p) }
    let depths = layer { _, _, distance in Vector3(distance) }
    let albedos = layer { solid, p, _ in
      if case .matt(let colour, _, _) = solid.material { return colour(p, solid.normal(p)) }
      return Vector3(0.8)
    }
    return normals.pixels.indices.map {
      Denoiser.Guide(
        normal: normals.pixels[$0], albedo: albedos.pixels[$0], depth: depths.pixels[$0].x)
    }
  }

  private func nearest(_ ray: Ray, farthest: Float = 1e4) -> (distance: Float, index: Int)? {
    var best: (distance: Float, index: Int)?
    var limit = farthest
    for index in solids.indices {
      if let t = solids[index].hit(ray, nearest: 0.002, farthest: limit) {
        limit = t
        best = (t, index)
      }
    }
    return best
  }

  private var lampNormal: Vector3 { lamp.across.cross(lamp.along).normalized }

  /// The lamp as it is seen along a ray, when nothing is nearer than `limit`.
  private func lampSeen(_ ray: Ray, limit: Float) -> Vector3? {
    let n = lampNormal
    let facing = ray.direction.dot(n)
    if abs(facing) < 1e-5 { return nil }
    let t = (lamp.centre - ray.origin).dot(n) / facing
    if t < 0.01 || t > limit { return nil }
    let p = ray.point(t) - lamp.centre
    let u = p.dot(lamp.across) / lamp.across.dot(lamp.across)
    let v = p.dot(lamp.along) / lamp.along.dot(lamp.along)
    if abs(u) > 1 || abs(v) > 1 { return nil }
    return lamp.light
  }

  private func radiance(_ start: Ray, _ random: inout Random) -> Vector3 {
    var (ray, weight, sum) = (start, Vector3(1), Vector3.zero)
    // Whether the lamp still has to be counted when a ray runs into it.
    var countsLamp = true
    // After matt surfaces the lamp comes from `direct` alone: found by luck it would be noise.
    var metMatt = false
    for bounce in 0..<bounces {
      let found = nearest(ray)
      if let lampLight = lampSeen(ray, limit: found?.distance ?? 1e9) {
        if countsLamp { sum += weight * lampLight }
        return sum
      }
      guard let found else { return sum + weight * environment(ray.direction) }
      let solid = solids[found.index]
      let p = ray.point(found.distance)
      var n = solid.normal(p)
      let isInside = n.dot(ray.direction) > 0
      if isInside { n = -n }
      switch solid.material {
      case .light(let light):
        return sum + weight * light
      case .metal(let colour, let roughness):
        let mirror = ray.direction.reflected(n)
        let direction = (mirror + random.sphere() * roughness).normalized
        if direction.dot(n) < 0 { return sum }
        let edge = pow(clamp(1 + ray.direction.dot(n)), 5)
        weight *= mix(colour, Vector3(1), edge)
        ray = Ray(origin: p, direction: direction)
        countsLamp = !metMatt
      case .glass(let tint, let index):
        if isInside {
          weight *= tint.map { pow($0, found.distance) }
        }
        let ratio = isInside ? index : 1 / index
        let head = pow((1 - index) / (1 + index), 2)
        var direction = ray.direction.reflected(n)
        if let through = ray.direction.refracted(n, ratio: ratio) {
          let cosine = isInside ? abs(through.dot(n)) : -ray.direction.dot(n)
          let part = fresnel(cosine, head)
          let chance = bounce == 0 ? 0.25 + 0.75 * part : part
          if random.unit() < chance {
            weight *= part / chance
          } else {
            weight *= (1 - part) / max(1 - chance, 1e-4)
            direction = through
          }
        }
        ray = Ray(origin: p + direction * 0.002, direction: direction)
        countsLamp = !metMatt
      case .matt(let colour, let gloss, let roughness):
        if gloss > 0 {
          // Mirrored light is weak but the lamp is strong: look there more often, count it less.
          let part = fresnel(-ray.direction.dot(n), gloss)
          let chance = bounce == 0 ? 0.35 + 0.65 * part : part
          if random.unit() < chance {
            let mirror = ray.direction.reflected(n)
            let direction = (mirror + random.sphere() * roughness).normalized
            if direction.dot(n) < 0 { return sum }
            weight *= part / chance
            ray = Ray(origin: p, direction: direction)
            countsLamp = !metMatt
            continue
          }
          weight *= (1 - part) / (1 - chance)
        }
        weight *= colour(p, n)
        sum += weight * direct(p, n, &random)
        ray = Ray(origin: p + n * 0.002, direction: random.hemisphere(n))
        (countsLamp, metMatt) = (false, true)
      }
      // Weak paths end early, the others make up for them.
      if bounce > 2 {
        let strength = clamp(weight.largest, 0.05, 0.95)
        if random.unit() > strength { return sum }
        weight *= 1 / strength
      }
    }
    return sum
  }

  /// Light straight from a random place of the lamp. Glass lets some of it through.
  private func direct(_ p: Vector3, _ n: Vector3, _ random: inout Random) -> Vector3 {
    let target =
      lamp.centre + lamp.across * random.between(-1, 1) + lamp.along * random.between(-1, 1)
    let way = target - p
    let distance = way.length
    let direction = way * (1 / distance)
    let facing = n.dot(direction)
    if facing <= 0 { return .zero }
    let lampFacing = abs(lampNormal.dot(direction))
    let area = 4 * lamp.across.cross(lamp.along).length
    var reached = Vector3(1)
    var ray = Ray(origin: p + n * 0.003, direction: direction)
    var left = distance - 0.01
    for _ in 0..<8 {
      guard let found = nearest(ray, farthest: left) else { break }
      guard case .glass(let tint, _) = solids[found.index].material else { return .zero }
      let q = ray.point(found.distance)
      let edge = abs(solids[found.index].normal(q).dot(direction))
      // Not how glass focuses light, but its shadow is bright in the middle and dark at the rim.
      reached *= mix(tint, Vector3(1), 0.3) * (0.12 + 1.2 * edge * edge)
      ray = Ray(origin: q + direction * 0.004, direction: direction)
      left -= found.distance + 0.004
    }
    return lamp.light * reached * (facing * lampFacing * area / (distance * distance * Float.pi))
  }
}
