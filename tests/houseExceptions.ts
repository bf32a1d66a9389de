/**
 * Server files that have texts of their own in both languages instead of bundles (decision 43), that write such texts
 * into the database, or that recognize Chinese words. Entries should be removed, not added.
 */
export const ownDictionaries: readonly string[] = [
  'server/access/identity/providerPages.ts',
  'server/exchange/imports/decoding.ts',
  'server/exchange/oneroster/relationQueries.ts',
  'server/platform/search.ts',
  'server/school/policies/standard.ts',
]

/** Writes to tables of another slice that bypass its acts (decision 49). Entries should be removed, not added. */
export const foreignWrites: readonly string[] = ['server/access/identity/queries.ts → persons']
