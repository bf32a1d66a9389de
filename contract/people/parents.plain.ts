export const householdViews = ['active', 'archived'] as const
export const householdSorts = ['name', 'children', 'balance'] as const

/** What may wait for a family; each is done by doing it. */
export const toDoKinds = [
  'confirm',
  'draft',
  'pay',
  'sign',
  'contact',
  'phone',
  'address',
  'classes',
  'request',
] as const
