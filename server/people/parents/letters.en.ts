export const messages = {
  what: {
    child: 'name and date of birth of {name}',
    rights: 'what {name} may see and do',
    guardian: 'name and contact of {name}',
    'guardian-add': 'a new guardian, {name}',
    'guardian-remove': '{name} no longer a guardian',
    household: 'the name of your household, {name}',
  },
  approved: 'The office has made the change you asked for',
  declined: 'The office has not made the change you asked for',
  opening: 'Dear {name},',
  about: 'You asked for this change: {what}.',
  yes: 'The office has made it. It counts from now on.',
  no: 'The office could not make it.',
  note: 'The office writes: {note}',
  link: 'Open your family’s details',
} as const
