import { registrationLevels, type ConsentLevel, type Policy } from '#contract/school/policies.ts'

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

/** The words of a name, without case, accents and punctuation. */
const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * True if a typed signature is a person's full name: it has every word of the name or of the native name on file, in any
 * order. Spaces don't matter, nor do case, accents and punctuation.
 */
export const isFullName = (typed: string, { name, nativeName }: { name: string; nativeName: string }): boolean => {
  const words = wordsOf(typed)
  return [name, nativeName].some(each => {
    const full = wordsOf(each)
    return full.length > 0 && (full.join('') === words.join('') || full.every(word => words.includes(word)))
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
