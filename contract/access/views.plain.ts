/** Lists of the office that keep views. */
export const viewLists = ['students', 'families', 'teachers', 'users', 'payments'] as const
