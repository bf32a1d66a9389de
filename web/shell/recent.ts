/** A place that was opened from the search: where it is, and how the list says it again. */
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

/** What this person opened last in this tab, the newest first. Names are in it, so it ends with the tab and is nobody else's. */
export const recentOf = (uid: string): readonly RecentPlace[] => {
  const found = all()
  return found?.uid === uid ? found.places : []
}

export const keepRecent = (uid: string, place: RecentPlace): void => {
  const places = [place, ...recentOf(uid).filter(({ href }) => href !== place.href)].slice(0, kept)
  try {
    sessionStorage.setItem(key, JSON.stringify({ uid, places }))
  } catch {
    // Without storage nothing is remembered.
  }
}
