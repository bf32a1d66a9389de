export const messages = {
  subject: 'We’re holding a spot for you in {term} · {school}',
  opening: 'Dear {name}, we’re holding these spots for {term}:',
  until:
    'Please confirm or decline each spot on your home page by {day}. You’ll get the invoice when you confirm; until then nothing is due. A spot that isn’t confirmed by then goes to another child.',
  link: 'See the spots',
} as const
