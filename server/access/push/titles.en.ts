export const messages = {
  notice: '{school}: a new notice for you',
  urgent: '{school}: an urgent notice for you',
  message: '{school}: somebody has written to you',
  'called-off': '{school}: lessons are canceled',
  'on-again': '{school}: lessons take place after all',
  closed: '{school}: a class is canceled',
  seat: '{school}: a spot has become free for you. Answer in time.',
  test: '{school}: notifications reach this device',
} as const
