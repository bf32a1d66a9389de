export const messages = {
  what: {
    child: 'name and date of birth of {name}',
    rights: 'what {name} can see and do',
    guardian: 'name and contact details of {name}',
    'guardian-add': 'a new guardian, {name}',
    'guardian-remove': '{name} no longer a guardian',
    household: 'the name of your household, {name}',
  },
  approved: 'The office made the change you asked for',
  declined: 'The office didn’t make the change you asked for',
  opening: 'Dear {name},',
  about: 'You asked for this change: {what}.',
  yes: 'The office made it. It applies from now on.',
  no: 'The office didn’t make it.',
  note: 'The office writes: {note}',
  link: 'Open your family’s details',
} as const
