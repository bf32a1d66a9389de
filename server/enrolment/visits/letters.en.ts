export const messages = {
  subject: '{child} visits {section}',
  opening: 'Dear {name},',
  asked:
    'Thank you for asking: {child} would like to come to {section} on {day}. The school looks at it and writes to you.',
  approved: '{child} is welcome in {section} on {day}. We look forward to it.',
  declined: '{child} can’t come to {section} on {day}.',
  cancelled: 'The visit of {child} to {section} on {day} was canceled. The charge was reversed.',
  moved: '{child} comes to {section} on {day} instead. The price stays the same.',
  unchosen:
    'The lesson of {section} on {day}, which {child} was to visit, was canceled, and no other day was chosen. The charge was reversed.',
  where: 'It begins at {time}.',
  whereIn: 'It begins at {time} in room {room}.',
  bring: 'Please bring: {text}',
  price: 'The price is {price}. You find it under Payments.',
  note: 'The school adds: {note}',
  link: 'Open your start page',
  charge: '{kind, select, trial {Trial} other {Single day}}: {section}, {day}',
} as const
