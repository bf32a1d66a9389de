export const householdViews = ['active', 'archived'] as const
export const householdSorts = ['name', 'children', 'balance'] as const

/** A family's possible to-do items. Each disappears once it is done. */
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
  'leaving',
] as const
