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
export const foreignWrites: readonly string[] = [
  'server/access/identity/queries.ts → persons',
  'server/access/users/acts.ts → accounts',
  'server/access/users/queries.ts → accounts',
  'server/communication/volunteers/acts.ts → notices',
  'server/enrolment/claims/acts.ts → drafts',
  'server/enrolment/claims/acts.ts → persons',
  'server/enrolment/claims/acts.ts → role_grants',
  'server/enrolment/enrolments/familyQueries.ts → consents',
  'server/enrolment/enrolments/familyQueries.ts → emergency_contacts',
  'server/enrolment/enrolments/familyQueries.ts → guardianships',
  'server/enrolment/enrolments/familyQueries.ts → household_members',
  'server/enrolment/enrolments/familyQueries.ts → households',
  'server/enrolment/enrolments/familyQueries.ts → persons',
  'server/enrolment/enrolments/familyQueries.ts → role_grants',
  'server/enrolment/enrolments/familyQueries.ts → students',
  'server/people/badges/queries.ts → accounts',
  'server/people/parents/archiveQueries.ts → students',
  'server/people/parents/changeQueries.ts → guardianships',
  'server/people/parents/changeQueries.ts → persons',
  'server/people/parents/guardianQueries.ts → accounts',
  'server/people/parents/guardianQueries.ts → guardianships',
  'server/people/parents/guardianQueries.ts → persons',
  'server/people/parents/queries.ts → accounts',
  'server/people/parents/queries.ts → persons',
  'server/people/parents/recordQueries.ts → notification_preferences',
  'server/people/students/acts.ts → persons',
  'server/people/students/archiveQueries.ts → households',
  'server/people/students/queries.ts → households',
  'server/people/students/queries.ts → persons',
  'server/people/teachers/queries.ts → persons',
]
