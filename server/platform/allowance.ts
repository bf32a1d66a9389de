/**
 * At most a number of times in a window for each key, counted in this process. Good for what merely protects the server
 * from programs that ask too often; a restart forgets it.
 */
export const allowance = (most: number, windowMs: number) => {
  const counted = new Map<string, { count: number; endsAt: number }>()
  return {
    /** How long the next one has to wait, in seconds; 0 when it may come. Counts nothing. */
    wait(key: string, now = Date.now()): number {
      const found = counted.get(key)
      if (!found || found.endsAt <= now || found.count < most) return 0
      return Math.max(1, Math.ceil((found.endsAt - now) / 1000))
    },
    /** Counts one more; how long to wait, in seconds, when it is too much, else 0. */
    take(key: string, now = Date.now()): number {
      const found = counted.get(key)
      if (!found || found.endsAt <= now) {
        // Windows that are over go when a new one begins, so that keys do not pile up.
        for (const [old, { endsAt }] of counted) if (endsAt <= now) counted.delete(old)
        counted.set(key, { count: 1, endsAt: now + windowMs })
        return most > 0 ? 0 : Math.ceil(windowMs / 1000)
      }
      found.count += 1
      return found.count <= most ? 0 : Math.max(1, Math.ceil((found.endsAt - now) / 1000))
    },
  }
}
