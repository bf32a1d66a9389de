import type { Language } from '#contract/values.ts'
import { ink, openPaper } from '#server/platform/paper.ts'

type School = { school: string; schoolNative: string; address: string }

/** A sheet to draw on in two scripts, with the school's head on top. */
export const openSheet = (
  { size, title, language }: { size: 'A4' | 'A5'; title: string; language: Language },
  { school, schoolNative, address }: School,
) => {
  const paper = openPaper({ size, margin: 40, title, author: school, language })
  paper.set([school, schoolNative].filter(Boolean).join('  '), paper.left, 56, { size: 13, isBold: true })
  if (address) paper.set(address, paper.left, 71, { size: 8.5, colour: ink.quiet })
  paper.rule(84, ink.board)
  return paper
}
