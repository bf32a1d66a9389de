/** What is known of a kept answer without reading it. */
export type Kept = { key: string; bytes: number; usedAt: number }

/**
 * Which answers go, the longest unused first, so that a new one fits into `limit` bytes beside the others. Null means
 * that it never will.
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
    // What was used longer ago goes with the first that is too large, so that age alone decides.
    if (gone.length === 0 && bytes <= room) room -= bytes
    else gone.push(key)
  }
  return gone
}
