/**
 * Files of the server that say texts of their own in both languages, not by bundles (decision 43), that write such texts
 * into the database, or that know Chinese words by which they read. To be had out, not added to.
 */
export const ownDictionaries: readonly string[] = [
  'server/access/identity/providerPages.ts',
  'server/exchange/imports/decoding.ts',
  'server/exchange/oneroster/relationQueries.ts',
  'server/platform/search.ts',
  'server/school/policies/standard.ts',
]

/** Writes of tables that belong to another slice, beside its acts (decision 49). To be had out, not added to. */
export const foreignWrites: readonly string[] = ['server/access/identity/queries.ts → persons']
