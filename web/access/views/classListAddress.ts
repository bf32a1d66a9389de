import type { ClassListKind } from '#contract/labels.ts'

/** Where a class list lies. */
export const classListAddress = (
  of: { section: string } | { term: string },
  kind: ClassListKind,
  language: string,
): string => `/files/class-lists.pdf?${new URLSearchParams({ ...of, kind, lang: language })}`
