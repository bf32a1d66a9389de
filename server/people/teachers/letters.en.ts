export const messages = {
  reported: {
    subject: '{name} is out sick on {day}',
    says: '{name} can’t teach on {day}. These lessons need a substitute:',
  },
  withdrawn: {
    subject: '{name} can teach on {day} after all',
    says: '{name} can teach on {day} after all. These lessons have their teacher again:',
  },
  link: 'See what needs you',
} as const
