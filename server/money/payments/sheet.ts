import type { Language } from '#contract/values.ts'
import { paperOf } from '#rules/region.ts'
import { ink, openPaper, type Paper } from '#server/platform/paper.ts'
import { bothNames } from '#server/platform/texts.ts'
import { ledgerTexts } from './ledgerText.ts'

export type SheetSchool = {
  currency: string
  school: string
  schoolNative: string
  address: string
  /** The school's legal name, where it differs, and its tax number. */
  legalName: string
  taxId: string
}

/** Opens a sheet to draw on in two scripts, with the school's letterhead. */
export const openSheet = async (
  { isHalf = false, title, language }: { isHalf?: boolean; title: string; language: Language },
  { currency, school, schoolNative, address, legalName, taxId }: SheetSchool,
) => {
  const paper = await openPaper({ size: paperOf(currency), isHalf, margin: 40, title, author: school, language })
  // Each line of the letterhead has room for one, so it shrinks before it runs off the page.
  const setLine = (text: string, y: number, style: { size: number; isBold?: boolean; colour?: string }) => {
    const size = Math.min(style.size, (style.size * (paper.right - paper.left)) / paper.widthOf(text, style))
    paper.set(text, paper.left, y, { ...style, size })
  }
  setLine([school, schoolNative].filter(Boolean).join('  '), 56, { size: 13, isBold: true })
  const under = [
    legalName === school ? '' : legalName,
    address,
    taxId && ledgerTexts(language)('taxId', { number: taxId }),
  ]
    .filter(Boolean)
    .join(' · ')
  if (under) setLine(under, 71, { size: 8.5, colour: ink.quiet })
  paper.rule(84, ink.board)
  return paper
}

/** Draws facts below one another, each next to its label; returns the position of the line below them. */
export const setFacts = (
  { left, right, set, wrap }: Paper,
  facts: readonly (readonly [string, string])[],
  from: number,
): number => {
  let y = from
  for (const [label, value] of facts) {
    set(label, left, y, { colour: ink.quiet })
    wrap(value, right - left - 110).forEach((line, at) => {
      if (at > 0) y += 13
      set(line, left + 110, y)
    })
    y += 17
  }
  return y + 14
}

type Family = { family: readonly { name: string; nativeName: string }[]; household: string; address: string }
/**
 * Draws the addressee: the family's people, or its name where no person is known, and its address. Returns the position
 * of the line below.
 */
export const setFamily = (
  { left, right, set, wrap }: Paper,
  { family, household, address }: Family,
  language: Language,
  y: number,
): number => {
  const names = family.map(each => bothNames(language, each.name, each.nativeName))
  const lines = [...(names.length > 0 ? names : [household]), address].filter(Boolean).flatMap((text, at) => {
    const style = { isBold: at === 0, size: 10.5 }
    return wrap(text, right - left, style).map(line => ({ line, style }))
  })
  lines.forEach(({ line, style }, index) => set(line, left, y + index * 15, style))
  return y + lines.length * 15 + 14
}
