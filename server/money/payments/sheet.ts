import type { Language } from '#contract/values.ts'
import { paperOf } from '#rules/region.ts'
import { bothNames, ink, openPaper, type Paper } from '#server/platform/paper.ts'
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
  paper.set([school, schoolNative].filter(Boolean).join('  '), paper.left, 56, { size: 13, isBold: true })
  const under = [
    legalName === school ? '' : legalName,
    address,
    taxId && ledgerTexts(language)('taxId', { number: taxId }),
  ]
    .filter(Boolean)
    .join(' · ')
  // The letterhead has room for one line, which shrinks before it runs off the page.
  const width = paper.widthOf(under, { size: 8.5 })
  if (under)
    paper.set(under, paper.left, 71, {
      size: Math.min(8.5, (8.5 * (paper.right - paper.left)) / width),
      colour: ink.quiet,
    })
  paper.rule(84, ink.board)
  return paper
}

/** Draws facts below one another, each next to its label; returns the position of the line below them. */
export const setFacts = ({ left, set }: Paper, facts: readonly (readonly [string, string])[], y: number): number => {
  facts.forEach(([label, value], index) => {
    set(label, left, y + index * 17, { colour: ink.quiet })
    set(value, left + 110, y + index * 17)
  })
  return y + facts.length * 17 + 14
}

type Family = { family: readonly { name: string; nativeName: string }[]; household: string; address: string }
/**
 * Draws the addressee: the family's people, or its name where no person is known, and its address. Returns the position
 * of the line below.
 */
export const setFamily = (
  { left, set }: Paper,
  { family, household, address }: Family,
  language: Language,
  y: number,
): number => {
  const names = family.map(each => bothNames(language, each.name, each.nativeName))
  const lines = [...(names.length > 0 ? names : [household]), address].filter(Boolean)
  lines.forEach((line, index) => set(line, left, y + index * 15, { isBold: index === 0, size: 10.5 }))
  return y + lines.length * 15 + 14
}
