export const messages = {
  subject: '{child} belongs in {course}',
  opening: 'Dear {name},',
  placed: 'We have looked at what {child} can do, and {course} is the right level.',
  next: 'Where a class waits for this, the office decides next and writes to you.',
  note: 'The school adds: {note}',
  link: 'Open your start page',
} as const
