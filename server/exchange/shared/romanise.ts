/** How Chinese names sound in Latin letters, sign by sign, each reckoned once. */
export const romaniser = async (): Promise<(han: string) => string[]> => {
  const { pinyin } = await import('pinyin-pro')
  const known = new Map<string, string[]>()
  return han => {
    const found = known.get(han)
    if (found) return found
    const sounds = pinyin(han, { toneType: 'none', type: 'array', mode: 'surname', v: true })
      .map(sound => sound.replace(/[^a-z]/g, ''))
      .filter(Boolean)
    known.set(han, sounds)
    return sounds
  }
}
