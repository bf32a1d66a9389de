import type { ChangeRequest } from '#contract/people/parents.record.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Asker } from './changeQueries.ts'
import { nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './letters.en.ts'
import { messages as zh } from './letters.zh.ts'

const texts = textsOf({ en, zh })

/** The email to the person who requested a change, with the office's decision, in their language. */
export const answerLetter = (to: Asker, request: ChangeRequest, publicUrl: string): Letter => {
  const t = texts(to.language)
  const nameFor = (of: { name: string; nativeName: string }) => nameIn(to.language, of)
  const asked = (key: string) => String(request.after[key] ?? '')
  const subject = request.subject ?? { name: asked('name'), nativeName: asked('nativeName') }
  const isApproved = request.status === 'approved'
  return {
    to: to.email,
    subject: t(isApproved ? 'approved' : 'declined'),
    paragraphs: [
      t('opening', { name: nameFor(to) }),
      t('about', { what: t(`what.${request.kind}`, { name: nameFor(subject) }) }),
      isApproved ? t('yes') : t('no'),
      ...(request.note ? [t('note', { note: request.note })] : []),
    ],
    link: { url: `${publicUrl}/parent?part=requests`, label: t('link') },
  }
}
