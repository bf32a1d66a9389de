/** Metadata of a kept answer, known without reading the answer itself. */
export type Kept = { key: string; bytes: number; usedAt: number }

/**
 * Returns the keys of the answers to evict, least recently used first, so that a new one fits into `limit` bytes beside
 * the others. Returns null if the new answer alone exceeds the limit.
 */
export const makingRoom = (
  kept: readonly Kept[],
  incoming: Pick<Kept, 'key' | 'bytes'>,
  limit: number,
): string[] | null => {
  if (incoming.bytes > limit) return null
  const others = kept.filter(({ key }) => key !== incoming.key).sort((a, b) => b.usedAt - a.usedAt)
  let room = limit - incoming.bytes
  const gone: string[] = []
  for (const { key, bytes } of others) {
    // Once one answer is too large, all older ones go with it, so that age alone decides.
    if (gone.length === 0 && bytes <= room) room -= bytes
    else gone.push(key)
  }
  return gone
}
