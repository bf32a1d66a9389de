import { inflateSync } from 'node:zlib'
import { openPaper } from '#server/platform/paper.ts'

/**
 * A glyph of a PDF: its font on the page and its size, its number in the font (0 is the box for a missing glyph), the
 * text it is copied as, and where the piece of text that it belongs to begins.
 */
export type Glyph = { font: string; size: number; id: number; text: string; x: number; y: number }

const objectsOf = (pdf: Buffer): Map<string, string> =>
  new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number = '', body = '']) => [
      number,
      body,
    ]),
  )
const streamOf = (body: string): string => {
  const at = body.indexOf('stream\n')
  return at < 0 ? '' : inflateSync(Buffer.from(body.slice(at + 7), 'latin1')).toString('latin1')
}

/** The replacement texts (ActualText) of shaped letters, which are used when text is copied. */
export const actualTextsOf = (pdf: Buffer): string[] =>
  [...objectsOf(pdf).values()]
    .filter(body => body.includes('/FlateDecode'))
    .flatMap(body => [...streamOf(body).matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)])
    .map(([, literal = '']) => {
      const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
      const bytes = Buffer.from(
        literal.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign),
        'latin1',
      )
      return bytes.subarray(2).swap16().toString('utf16le')
    })

/** The glyphs of a PDF made by Lantern, in the order in which they are drawn. */
export const glyphsOf = (pdf: Buffer): Glyph[] => {
  const objects = objectsOf(pdf)
  const decoded = (hex: string) =>
    String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map(unit => Number.parseInt(unit, 16)))
  const textsIn = (font: string): string[] => {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1] ?? ''
    return [...streamOf(objects.get(map) ?? '').matchAll(/<\w+> <\w+> \[(.*)\]/g)].flatMap(([, list = '']) =>
      [...list.matchAll(/<([^>]*)>/g)].map(([, hex = '']) => decoded(hex)),
    )
  }
  return [...objects.values()]
    .filter(body => /\/Type \/Page\b/.test(body))
    .flatMap(page => {
      const resources = /\/Resources (\d+) 0 R/.exec(page)?.[1] ?? ''
      const fonts = new Map(
        [...(objects.get(resources) ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font = '']) => [
          name,
          textsIn(font),
        ]),
      )
      const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? ''
      let font = ''
      let size = 0
      let [x, y] = [0, 0]
      const marks = /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) (\S+) Tf|<([0-9a-f]+)>/g
      return [...streamOf(objects.get(contents) ?? '').matchAll(marks)].flatMap(
        ([, across, up, name, points, hex = '']) => {
          if (across !== undefined) [x, y] = [Number(across), Number(up)]
          if (name !== undefined) [font, size] = [name, Number(points)]
          return (hex.match(/.{4}/g) ?? []).map(each => {
            const id = Number.parseInt(each, 16)
            return { font, size, id, text: fonts.get(font)?.[id] ?? '', x, y }
          })
        },
      )
    })
}

/** The pieces of text of a PDF, each drawn at once, with the width it takes up at least. */
export const piecesOf = async (pdf: Buffer): Promise<{ x: number; y: number; width: number; text: string }[]> => {
  const { widthOf } = await openPaper({ size: 'A4', margin: 40, title: '', author: '', language: 'en' })
  const pieces: { x: number; y: number; size: number; text: string }[] = []
  for (const { x, y, size, text } of glyphsOf(pdf)) {
    const last = pieces.at(-1)
    if (last?.x === x && last.y === y) last.text += text
    else pieces.push({ x, y, size, text })
  }
  return pieces.map(({ x, y, size, text }) => ({ x, y, text, width: widthOf(text, { size }) }))
}
