/** A sign-in is recent for 300 seconds (wire B7). */
const recentMs = 300_000
export const isRecent = (authTime: Date, now: Date): boolean => now.getTime() - authTime.getTime() <= recentMs
