export const messages = {
  subject: '{child}’s level: {course}',
  opening: 'Dear {name},',
  placed: 'We’ve looked at what {child} can do, and {course} is the right level.',
  next: 'If a class was waiting for this, the office will decide next and write to you.',
  note: 'The school adds: {note}',
  link: 'Open your home page',
} as const
