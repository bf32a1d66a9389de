import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import type { Policy } from '#contract/school/policies.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Letter } from '#server/platform/mail.ts'
import { type Region, nameIn, textsOf, stampText } from '#server/platform/texts.ts'
import { messages as en } from './signedLetter.en.ts'
import { messages as zh } from './signedLetter.zh.ts'

const texts = textsOf({ en, zh })

/**
 * A letter with everything signed with a registration, each text in full with its version; null where nothing was
 * signed.
 */
export const signedLetter = (
  to: Actor,
  school: string,
  policies: readonly Policy[],
  { levels, signedName }: SubmittedFamily['consents'],
  { at, ...region }: Region & { zone: string; at: Date },
): Letter | null => {
  const t = texts(to.language)
  const signed = policies.flatMap(policy => {
    const level = levels[policy.kind]
    if (!level) return []
    const title = nameIn(to.language, { name: policy.title, nativeName: policy.nativeTitle })
    const text = nameIn(to.language, { name: policy.text, nativeName: policy.nativeText })
    return [t('version', { title, version: policy.version, level: t(`level.${level}`) }), ...(text ? [text] : [])]
  })
  if (signed.length === 0) return null
  const when = stampText(to.language, region, at)
  return {
    to: to.email,
    subject: t('subject', { school }),
    paragraphs: [t('opening', { name: to.name }), ...signed, t('signed', { name: signedName, when })],
  }
}
