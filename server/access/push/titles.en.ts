export const messages = {
  notice: '{school}: a new notice for you',
  urgent: '{school}: an urgent notice for you',
  message: '{school}: you have a new message',
  'called-off': '{school}: lessons are canceled',
  'on-again': '{school}: lessons are back on',
  closed: '{school}: a class is canceled',
  seat: '{school}: a spot is open for you. Answer in time.',
  test: '{school}: notifications work on this device',
} as const
