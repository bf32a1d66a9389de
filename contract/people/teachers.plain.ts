export const teacherViews = ['active', 'archived'] as const
export const teacherSorts = ['name', 'students', 'email'] as const
