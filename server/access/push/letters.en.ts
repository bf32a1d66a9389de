export const messages = {
  subject: 'Notifications to phones are refused',
  body: 'A push service does not take the school’s notifications. It answered: {detail}. Nobody with such a device hears of news there until this is mended; emails go out as always.',
  link: 'Look at the settings',
} as const
