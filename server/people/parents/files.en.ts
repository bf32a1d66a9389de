export const messages = {
  family: 'Family',
  guardians: 'Guardians',
  children: 'Children',
  phone: 'Phone',
  email: 'Email',
  balance: 'Balance',
  families: 'Families',
  labels: 'Labels',
} as const
