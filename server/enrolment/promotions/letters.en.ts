export const messages = {
  subject: 'We’re holding a spot for you in {term} · {school}',
  opening: 'Dear {name}, we’re holding these spots for {term}:',
  until:
    '{term, select, draft {Once registration opens, please} other {Please}} confirm or decline each spot on your home page by {day}. You’ll get the invoice when you confirm; until then nothing is due. A spot that isn’t confirmed by then can go to another child.',
  link: 'See the spots',
  released: {
    subject: 'The spots we held for you in {term} were released · {school}',
    opening: 'Dear {name}, these spots for {term} weren’t confirmed by {day}, so we’ve released them:',
    next: 'They can go to other children now. If your child would still like to come, please write to the office.',
    link: 'Open your home page',
  },
} as const
