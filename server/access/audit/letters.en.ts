export const messages = {
  subject: '{actor} downloaded people’s data from {school}',
  opening: 'Hello,',
  says: '{actor} just downloaded this from the school office:',
  file: '{what}, {at}',
  what: {
    audit: 'the change log',
    balances: 'what families owe',
    begun: 'registrations that were begun',
    duties: 'duties',
    families: 'families',
    labels: 'labels or name badges',
    oneroster: 'class lists as OneRoster',
    received: 'payments received',
    school: 'everything the school has, as files',
    students: 'students',
    teachers: 'teachers',
    users: 'users',
  },
  after:
    'If you expected this, there’s nothing to do. If not, ask {actor}. If it wasn’t them, suspend the account under Users and have them choose a new password.',
  label: 'See all changes',
} as const
