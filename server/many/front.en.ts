export const front = {
  unknown: {
    title: 'No school at this address',
    text: 'There is no school at {host}. Check the address, or ask your school for it.',
  },
  closed: {
    title: 'This school is closed',
    text: 'The school at {host} is closed. Ask the school for its new address.',
  },
  moving: {
    title: 'This school is being moved',
    text: 'The school at {host} will be back soon. Try again in a few minutes.',
  },
  failed: {
    title: 'This school can’t be opened just now',
    text: 'The school at {host} is out of reach for a moment. Try again soon.',
  },
} as const
