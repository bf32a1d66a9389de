export const messages = {
  drawn: 'The draw is over: {draw}',
  opening: 'Dear {name}, the draw “{draw}” has taken place.',
  won: '{child} has won a place in {section}.',
  line: '{child} is number {place} in line for {section}.',
  nothing: '{child} took part.',
  confirm:
    'Please confirm a place by {until}. After that it goes to the next in line. The invoice comes when you confirm.',
  check:
    'Anyone can check the draw: the seed and the list of numbers are published, and your number is on your home page.',
  cancelled: 'The draw is canceled: {draw}',
  instead:
    'Dear {name}, the draw “{draw}” that you entered does not take place. Its classes are open for registration as usual.',
  link: 'Open your start page',
  classes: 'See the classes',
} as const
