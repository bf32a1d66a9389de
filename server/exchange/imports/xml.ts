import { SaxesParser } from 'saxes'
import { TooMuch } from './zip.ts'

/** The maximum depth of nested elements; a workbook has about ten. */
const deepest = 64
export type Attributes = Readonly<Record<string, string>>
/** Callbacks for a document, in its order; names come without their prefix. */
type Heard = {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses a document as it arrives. Throws on a document type, which may define entities: no workbook has one. */
export const hear = async (pieces: AsyncIterable<string>, { open, close, text }: Heard): Promise<void> => {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('doctype', () => {
    throw new Error('the XML declares a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) throw new TooMuch()
    open?.(bare(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    close?.(bare(name))
  })
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  for await (const piece of pieces) parser.write(piece)
  parser.close()
}
