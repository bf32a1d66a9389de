/** Returns a function that romanizes Chinese names, one syllable per character; results are cached. */
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
