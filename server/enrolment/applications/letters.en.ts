export const messages = {
  subject: {
    approved: '{child} has a spot in {section}',
    declined: 'About {child} and {section}',
    asked: 'A question about {child} and {section}',
  },
  opening: 'Dear {name},',
  approved: 'The school has approved your request: {child} has a spot in {section}.',
  invoice: 'You’ll find the invoice under Payments.',
  lostCode: 'The code {code} was no longer valid, so the price doesn’t include it.',
  declined: 'We can’t offer {child} a spot in {section} this time. You won’t be charged.',
  asked: 'Before the school decides about {child} and {section}, it has a question:',
  reply: 'Please answer on your home page. We’re holding the spot for you until then.',
  note: 'The school adds: {note}',
  link: 'Open your home page',
} as const
