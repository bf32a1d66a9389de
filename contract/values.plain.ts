/** Languages of the screens. */
export const languages = ['en', 'zh'] as const
/** Crayons, one per class (look, section 3). */
export const crayons = ['leaf', 'sky', 'plum', 'coral', 'marigold', 'teal', 'berry', 'slate'] as const
