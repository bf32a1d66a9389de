import { useWrite } from '#web/wire/call.ts'

/** Takes back that lessons are called off. */
export const useRestore = () => useWrite('cancellations-restore')
