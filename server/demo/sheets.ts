import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { typeface } from '#server/platform/typeface.ts'

const characters = ['一', '二', '三', '四', '五', '六', '七', '八']

/** A worksheet as teachers hand it out: each character once in gray, then empty squares with dashed crosses. */
export const practiceSheet = (): Promise<Buffer> => {
  const page = new PDFDocument({
    size: 'A5',
    margin: 36,
    info: { Title: '生字练习', Author: 'Lakeside Chinese School' },
  })
  const chunks: Buffer[] = []
  page.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<Buffer>((resolve, reject) => {
    page.on('end', () => resolve(Buffer.concat(chunks)))
    page.on('error', reject)
  })
  page.registerFont('chinese', typeface('noto-sans-sc chinese-simplified', 400))
  page.font('chinese').fontSize(16).fillColor('#14463A').text('生字练习', 36, 34)
  const side = 58
  for (const [row, character] of characters.entries()) {
    for (let column = 0; column < 6; column += 1) {
      const [x, y] = [36 + column * side, 68 + row * side]
      page.lineWidth(0.8).strokeColor('#B3301F').undash().rect(x, y, side, side).stroke()
      page.lineWidth(0.4).dash(3, { space: 3 })
      page
        .moveTo(x + side / 2, y)
        .lineTo(x + side / 2, y + side)
        .moveTo(x, y + side / 2)
        .lineTo(x + side, y + side / 2)
        .stroke()
      if (column === 0)
        page
          .fontSize(44)
          .fillColor('#75827A')
          .text(character, x + 7, y - 3, { lineBreak: false })
    }
  }
  page.end()
  return done
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Strokes in a square of 100, as x, y, width, height. */
const strokes: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [[12, 46, 76, 8]],
  [
    [24, 32, 52, 8],
    [10, 68, 80, 8],
  ],
  [
    [22, 22, 56, 7],
    [28, 47, 44, 7],
    [10, 74, 80, 8],
  ],
  [
    [14, 42, 72, 8],
    [46, 10, 8, 82],
  ],
]

/** A page of a child's exercise book as a PNG: red squares, each with a character in a thick pen. */
export const writtenPage = (): Buffer => {
  const [columns, rows, side] = [6, 4, 100]
  const [width, height] = [columns * side + 1, rows * side + 1]
  const [paper, line, ink] = [0, 1, 2]
  const lines: Buffer[] = []
  for (let y = 0; y < height; y += 1) {
    const pixels = Buffer.alloc(width + 1, paper)
    for (let x = 0; x < width; x += 1) {
      const [inX, inY] = [x % side, y % side]
      // Handwriting is never quite straight.
      const lean = Math.round(Math.sin((x + Math.floor(y / side) * 37) / 40) * 3)
      const character = strokes[Math.floor(y / side) % strokes.length]!
      const isInk = character.some(
        ([left, top, wide, tall]) => inX >= left && inX < left + wide && inY + lean >= top && inY + lean < top + tall,
      )
      const isDashed = (inX === 50 || inY === 50) && (inX + inY) % 8 < 4
      pixels[x + 1] = isInk ? ink : inX === 0 || inY === 0 || isDashed ? line : paper
    }
    lines.push(pixels)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.from([0xfb, 0xf8, 0xee, 0xd8, 0x8a, 0x7c, 0x20, 0x2a, 0x33])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
