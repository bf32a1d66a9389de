import type { ClassListKind } from '#contract/labels.ts'

/** Returns the address of a class list. */
export const classListAddress = (
  of: { section: string } | { term: string },
  kind: ClassListKind,
  language: string,
): string => `/files/class-lists.pdf?${new URLSearchParams({ ...of, kind, lang: language })}`
