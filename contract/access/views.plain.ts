/** The office's lists that support saved views. */
export const viewLists = ['students', 'families', 'teachers', 'users', 'payments'] as const
