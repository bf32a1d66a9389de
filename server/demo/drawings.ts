import { crc32, deflateSync } from 'node:zlib'

/** The demo's pictures are drawn here, because a made-up school has no photos. */
type Colour = readonly [number, number, number]
type Point = readonly [number, number]
/** The shape's points are those within its bounds (left, top, right, bottom) that it holds. */
type Shape = { colour: Colour; bounds: readonly [number, number, number, number]; holds(x: number, y: number): boolean }

const [width, height] = [1200, 800]
const board: Colour = [0x14, 0x46, 0x3a]
const line: Colour = [0x24, 0x56, 0x49]
const chalk: Colour = [0xf6, 0xf7, 0xf2]
const marigold: Colour = [0xf5, 0xb8, 0x2e]
const leaf: Colour = [0x2b, 0x73, 0x49]
const sky: Colour = [0xdc, 0xec, 0xfa]
const coral: Colour = [0xbe, 0x40, 0x29]
const ink: Colour = [0x15, 0x23, 0x1e]
const paper: Colour = [0xff, 0xff, 0xff]
const square: Colour = [0xd8, 0xde, 0xd2]

const box = (colour: Colour, left: number, top: number, wide: number, tall: number): Shape => ({
  colour,
  bounds: [left, top, left + wide, top + tall],
  holds: () => true,
})
const disc = (colour: Colour, [midX, midY]: Point, radius: number): Shape => ({
  colour,
  bounds: [midX - radius, midY - radius, midX + radius, midY + radius],
  holds: (x, y) => (x - midX) ** 2 + (y - midY) ** 2 < radius ** 2,
})
const grid = (colour: Colour, step: number): Shape => ({
  colour,
  bounds: [0, 0, width, height],
  holds: (x, y) => x % step < 2 || y % step < 2,
})
/** A brush stroke, thicker at its start. */
const stroke = (colour: Colour, from: Point, to: Point, thick: number): Shape => ({
  colour,
  bounds: [
    Math.min(from[0], to[0]) - thick,
    Math.min(from[1], to[1]) - thick,
    Math.max(from[0], to[0]) + thick,
    Math.max(from[1], to[1]) + thick,
  ],
  holds: (x, y) => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
    const along = ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy)
    if (along < 0 || along > 1) return false
    const away = Math.hypot(x - from[0] - along * dx, y - from[1] - along * dy)
    return away < thick * (1 - along * 0.55)
  },
})
const roof = (colour: Colour, [midX, top]: Point, halfWide: number, tall: number): Shape => ({
  colour,
  bounds: [midX - halfWide, top, midX + halfWide, top + tall],
  holds: (x, y) => Math.abs(x - midX) < ((y - top) / tall) * halfWide,
})

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Draws shapes on top of each other as a PNG. */
const draw = (ground: Colour, shapes: readonly Shape[]): Buffer => {
  const palette = [ground, ...shapes.map(({ colour }) => colour)]
  const points = Buffer.alloc((width + 1) * height)
  for (const [index, { bounds, holds }] of shapes.entries()) {
    const [left, top, right, bottom] = bounds
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1)
      for (let x = Math.max(0, left); x < Math.min(width, right); x += 1)
        if (holds(x, y)) points[y * (width + 1) + 1 + x] = index + 1
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Bit depth 8, indexed color.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(points, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const windows = [0, 1, 2, 3].flatMap(column => [0, 1].map(row => box(sky, 330 + column * 150, 420 + row * 120, 90, 80)))
const building = (): Buffer =>
  draw(sky, [
    disc(marigold, [980, 170], 80),
    box(leaf, 0, 660, width, 140),
    box(paper, 260, 380, 680, 300),
    roof(coral, [600, 230], 400, 150),
    ...windows,
    box(board, 560, 560, 80, 120),
    disc(leaf, [140, 560], 110),
    box(ink, 130, 640, 20, 90),
    disc(leaf, [1080, 590], 90),
    box(ink, 1072, 660, 16, 70),
  ])

// 人, 口 and 日: the first characters that every class learns.
const writing = (): Buffer =>
  draw(paper, [
    grid(square, 44),
    box(coral, 130, 0, 3, height),
    stroke(ink, [340, 220], [220, 560], 26),
    stroke(ink, [330, 330], [450, 560], 26),
    stroke(ink, [560, 260], [560, 560], 22),
    stroke(ink, [560, 270], [760, 270], 22),
    stroke(ink, [760, 260], [760, 560], 22),
    stroke(ink, [560, 540], [770, 540], 22),
    stroke(ink, [880, 220], [880, 580], 20),
    stroke(ink, [880, 230], [1060, 230], 20),
    stroke(ink, [1060, 220], [1060, 580], 20),
    stroke(ink, [880, 400], [1060, 400], 18),
    stroke(ink, [880, 565], [1070, 565], 20),
  ])

const lantern = (): Buffer =>
  draw(board, [
    grid(line, 44),
    stroke(chalk, [600, 0], [600, 190], 5),
    box(chalk, 520, 190, 160, 26),
    disc(marigold, [600, 400], 190),
    stroke(coral, [600, 215], [600, 590], 8),
    stroke(coral, [520, 230], [500, 575], 6),
    stroke(coral, [680, 230], [700, 575], 6),
    box(chalk, 520, 585, 160, 26),
    stroke(marigold, [560, 610], [550, 730], 7),
    stroke(marigold, [600, 610], [600, 750], 7),
    stroke(marigold, [640, 610], [650, 730], 7),
  ])

/** The pictures on the school's public page, with captions in both languages. */
export const drawings = (): { bytes: string; caption: string; nativeCaption: string }[] =>
  [
    {
      file: building(),
      caption: 'Our school on Sundays, drawn by the grade 4 class',
      nativeCaption: '我们周日的校舍，四年级同学画',
    },
    {
      file: writing(),
      caption: 'The first characters of the year: person, mouth, sun',
      nativeCaption: '开学第一课：人、口、日',
    },
    { file: lantern(), caption: 'The lantern of the Mid-Autumn potluck', nativeCaption: '中秋聚餐的灯笼' },
  ].map(({ file, ...captions }) => ({ bytes: file.toString('base64'), ...captions }))
