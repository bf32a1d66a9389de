import { useWrite } from '#web/wire/call.ts'

/** What calling off, and taking it back, changes besides. */
export const touched = [
  'terms',
  'classes',
  'enrolments',
  'students',
  'parents',
  'teachers',
  'events',
  'absences',
  'assignments',
  'payments',
  'dashboard',
]

/** Takes back that lessons are called off. */
export const useRestore = () => useWrite('cancellations-restore', touched)
