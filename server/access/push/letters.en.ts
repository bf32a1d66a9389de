export const messages = {
  subject: 'Phone notifications are failing',
  body: 'A push service is rejecting the school’s notifications. It answered: {detail}. People with these devices get no notifications until this is fixed. Email still goes out.',
  link: 'Open the settings',
} as const
