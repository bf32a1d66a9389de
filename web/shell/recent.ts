/** A place opened from the search: its address and the texts that list it again. */
export type RecentPlace = { href: string; label: string; hint: string }

const key = 'lantern_recent'
const kept = 8

const all = (): { uid: string; places: RecentPlace[] } | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as { uid: string; places: RecentPlace[] } | null
  } catch {
    return null
  }
}

/**
 * The places that this person opened last in this tab, newest first. They contain names, so they are kept only for the
 * tab and the person.
 */
export const recentOf = (uid: string): readonly RecentPlace[] => {
  const found = all()
  return found?.uid === uid ? found.places : []
}

export const keepRecent = (uid: string, place: RecentPlace): void => {
  const places = [place, ...recentOf(uid).filter(({ href }) => href !== place.href)].slice(0, kept)
  try {
    sessionStorage.setItem(key, JSON.stringify({ uid, places }))
  } catch {
    // Without storage, nothing is remembered.
  }
}
