export const messages = {
  subject: '{child} visits {section}',
  opening: 'Dear {name},',
  asked: 'Thank you. You asked for {child} to visit {section} on {day}. The school will review this and write to you.',
  approved: '{child} is welcome in {section} on {day}. We look forward to it.',
  declined: '{child} can’t visit {section} on {day}.',
  cancelled: 'The visit of {child} to {section} on {day} was canceled.',
  moved: '{child} will visit {section} on {day} instead. The price stays the same.',
  unchosen:
    'The lesson of {section} that {child} was going to visit on {day} was canceled, and no other day was chosen.',
  reversed: 'The charge was reversed.',
  where: 'It starts at {time}.',
  whereIn: 'It starts at {time}. Room: {room}.',
  bring: 'Please bring: {text}',
  price: 'The price is {price}. You’ll find it under Payments.',
  note: 'The school adds: {note}',
  link: 'Open your home page',
  charge: '{kind, select, trial {Trial} other {Drop-in}}: {section}, {day}',
} as const
