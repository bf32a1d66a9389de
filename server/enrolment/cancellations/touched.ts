/** The slices whose answers change when lessons are canceled or restored. */
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
  'promotions',
] as const
