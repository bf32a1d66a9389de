/** What reads otherwise once lessons are called off, or are back. */
export const touched = [
  'cancellations',
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
  'visits',
] as const
