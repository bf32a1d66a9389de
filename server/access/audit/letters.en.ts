export const messages = {
  subject: '{actor} downloaded people’s data from {school}',
  opening: 'Hello,',
  says: '{actor} just downloaded this from the school office:',
  file: '{what}, {at}',
  what: {
    audit: 'the change log',
    balances: 'what families owe',
    begun: 'unfinished registrations',
    duties: 'duties',
    families: 'families',
    labels: 'labels or name badges',
    oneroster: 'OneRoster class lists',
    received: 'payments received',
    school: 'all of the school’s data',
    students: 'students',
    teachers: 'teachers',
    users: 'users',
  },
  after:
    'If you expected this, there’s nothing to do. If not, ask {actor}. If it wasn’t them, suspend the account under Users and have them choose a new password.',
  label: 'Open the change log',
} as const
