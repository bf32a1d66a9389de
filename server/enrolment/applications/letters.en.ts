export const messages = {
  subject: {
    approved: '{child} has a place in {section}',
    declined: 'About {child} and {section}',
    asked: 'A question about {child} and {section}',
  },
  opening: 'Dear {name},',
  approved: 'The school has approved it: {child} has a place in {section}.',
  invoice: 'What it costs is waiting under Payments.',
  lostCode: 'The code {code} could not be counted any more, so the price is the one without it.',
  declined: '{child} can’t have a place in {section} this time. Nothing is charged for it.',
  asked: 'Before the school decides about {child} and {section}, it would like to know:',
  reply: 'Please answer on your start page. The place stays kept for you meanwhile.',
  note: 'The school adds: {note}',
  link: 'Open your start page',
} as const
