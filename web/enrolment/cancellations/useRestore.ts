import { useWrite } from '#web/wire/call.ts'

/** Restores canceled lessons. */
export const useRestore = () => useWrite('cancellations-restore')
