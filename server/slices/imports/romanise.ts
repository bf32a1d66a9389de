import { pinyin } from 'pinyin-pro'
import type { Romanise } from '#rules/imports/families.ts'

/** How Chinese names sound in Latin letters, each reckoned once. */
export const romaniser = (): Romanise => {
  const known = new Map<string, string[]>()
  return han => {
    const found = known.get(han)
    if (found) return found
    const sounds = [
      pinyin(han, { toneType: 'none', type: 'array', mode: 'surname', v: true })
        .join('')
        .replace(/[^a-z]/g, ''),
    ]
    known.set(han, sounds)
    return sounds
  }
}
