import { registrationLevels, type ConsentLevel, type Policy } from '#contract/school/policies.ts'
import { familyFirst } from './nameOrder.ts'

/**
 * The problems with a family's consents, by their path in the draft: one for each policy whose answer is not among
 * those that registration requires.
 */
export const unanswered = (
  policies: readonly Pick<Policy, 'kind' | 'answer'>[],
  levels: Readonly<Record<string, ConsentLevel | ''>>,
): { path: string; message: string }[] =>
  policies
    .filter(({ kind, answer }) => !registrationLevels[answer].some(level => level === levels[kind]))
    .map(({ kind, answer }) => ({
      path: `consents.levels.${kind}`,
      message: answer === 'choice' ? 'yesno' : answer === 'levels' ? 'required' : 'tick',
    }))

// Letters that aren't a plain one with an accent, as the search for names reads them (server/platform/search.ts).
const plainOf = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
)

// How passports write letters in plain ones (ICAO 9303), as many people with such a name do.
const passportOf = new Map(Object.entries({ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }))
const inPassport = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{L}/gu, letter => passportOf.get(letter) ?? letter)

/** The words of a name, without case, accents, width and punctuation. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{L}/gu, letter => plainOf.get(letter) ?? letter)
    // Some of the signs that stand for an apostrophe count as letters.
    .split(/(?:[^\p{L}\p{N}]|[\u02b0-\u02ff])+/u)
    .filter(Boolean)

/**
 * All runs of consecutive words, written as one: "Wang-Müller" and "O’Brien" are also typed without their sign. Each run
 * is there without accents and as in a passport: "Muller" and "Mueller".
 */
const runsOf = (name: string): { run: string; from: number; to: number }[] =>
  [wordsOf(name), wordsOf(inPassport(name))].flatMap(words =>
    words.flatMap((_, from) =>
      words.slice(from).map((__, more) => ({
        run: words.slice(from, from + more + 1).join(''),
        from,
        to: from + more,
      })),
    ),
  )

const title = /^(?:mr|mrs|ms|miss|dr|prof)\.?$/i
/** The words of a name that a signature needs: the first and the family name. Middle names and titles may be left out. */
const neededOf = (name: string): string[] => {
  const { family, given } = familyFirst(name)
  const first = given.split(' ').find(word => !title.test(word)) ?? ''
  return wordsOf(`${first} ${family}`)
}

/**
 * True if a typed signature is a person's full name: it has the first and the family name, or the native name, on file, in
 * any order and beside others. Spaces don't matter, nor do case, accents and punctuation, letters may be written as in a
 * passport, and a name may be typed for an initial. For a name on file without a letter any name counts.
 */
export const isFullName = (typed: string, { name, nativeName }: { name: string; nativeName: string }): boolean => {
  const words = wordsOf(typed)
  const runs = new Set(runsOf(typed).map(({ run }) => run))
  const onFile = [name, nativeName].map(each => ({ name: each, full: wordsOf(each), needed: neededOf(each) }))
  if (onFile.every(({ full }) => full.length === 0)) return words.length > 0
  return onFile.some(({ name: written, full, needed }) => {
    const found = runsOf(written).filter(({ run }) => runs.has(run))
    const isTyped = (word: string, at: number): boolean =>
      found.some(({ from, to }) => from <= at && at <= to) ||
      (/^[a-z]$/.test(word) && words.some(each => each.startsWith(word) && !full.includes(each)))
    // What looks like no name at all, such as “Jr”, is needed as it stands.
    const isNeeded = (word: string) => needed.includes(word) || !full.some(each => needed.includes(each))
    return full.length > 0 && full.every((word, at) => !isNeeded(word) || isTyped(word, at))
  })
}

type Signed = {
  guardians: readonly { isMe: boolean; name: string; nativeName: string }[]
  consents: { signedName: string }
}
/** The problem with the signature of a registration, which is the name of the guardian who registers. */
export const signatureProblems = ({
  guardians,
  consents: { signedName },
}: Signed): { path: string; message: string }[] => {
  const me = guardians.find(({ isMe }) => isMe)
  const message = signedName.trim() === '' ? 'empty' : me && !isFullName(signedName, me) ? 'signature' : null
  return message === null ? [] : [{ path: 'consents.signedName', message }]
}
