export const messages = {
  subject: 'A place is kept for you in {term} · {school}',
  opening: 'Dear {name}, we have kept these places for {term}:',
  until:
    'Please confirm or give up each place on your start page by {day}. The invoice comes when you confirm; until then nothing is due. A place that is not confirmed by then goes to another child.',
  link: 'See the places',
} as const
