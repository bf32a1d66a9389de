import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import type { Policy } from '#contract/school/policies.ts'
import type { Actor } from '#server/platform/functions.ts'
import type { Letter } from '#server/platform/mail.ts'
import { textsOf } from '#server/platform/texts.ts'
import { messages as en } from './signedLetter.en.ts'
import { messages as zh } from './signedLetter.zh.ts'

const texts = textsOf({ en, zh })

/** A copy of all that was signed with a registration, each text in full with its version; null where nothing was. */
export const signedLetter = (
  to: Actor,
  school: string,
  policies: readonly Policy[],
  { levels, signedName }: SubmittedFamily['consents'],
  { zone, at }: { zone: string; at: Date },
): Letter | null => {
  const t = texts(to.language)
  const isChinese = to.language === 'zh'
  const signed = policies.flatMap(policy => {
    const level = levels[policy.kind]
    if (!level) return []
    const title = (isChinese && policy.nativeTitle) || policy.title
    const text = (isChinese && policy.nativeText) || policy.text
    return [t('version', { title, version: policy.version, level: t(`level.${level}`) }), ...(text ? [text] : [])]
  })
  if (signed.length === 0) return null
  const when = new Intl.DateTimeFormat(isChinese ? 'zh-Hans' : 'en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
  return {
    to: to.email,
    subject: t('subject', { school }),
    paragraphs: [t('opening', { name: to.name }), ...signed, t('signed', { name: signedName, when })],
  }
}
