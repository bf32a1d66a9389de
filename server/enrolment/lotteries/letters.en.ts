export const messages = {
  drawn: 'Lottery results: {draw}',
  opening: 'Dear {name}, the lottery “{draw}” has been drawn.',
  won: '{child} won a spot in {section}.',
  line: '{child} is number {place} on the waitlist for {section}.',
  nothing: '{child} took part.',
  confirm:
    'Please confirm a spot by {until}. After that it goes to the next on the waitlist. You’ll get the invoice when you confirm.',
  check:
    'Anyone can check the lottery: the seed and the list of numbers are published, and your number is on your home page.',
  cancelled: 'Lottery canceled: {draw}',
  instead:
    'Dear {name}, the lottery “{draw}” that you entered has been canceled. Its classes are open for registration as usual.',
  link: 'Open your home page',
  classes: 'See the classes',
} as const
