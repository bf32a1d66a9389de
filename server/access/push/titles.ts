import type { PushKind } from '#contract/access/push.ts'
import { languageOf, nameIn, textsOf } from '#server/platform/texts.ts'
import { messages as en } from './titles.en.ts'
import { messages as zh } from './titles.zh.ts'

const texts = textsOf({ en, zh })

/**
 * The text on the device in the person's language: one line on the screen of a locked phone, which anyone may see. It
 * names no child, no class and no amount.
 */
export const titleOf = (
  of: { kind: PushKind; isUrgent: boolean; language: string },
  school: { name: string; nativeName: string },
): string => {
  const language = languageOf(of.language)
  const key = of.kind === 'notice' && of.isUrgent ? 'urgent' : of.kind
  return texts(language)(key, { school: nameIn(language, school) })
}
