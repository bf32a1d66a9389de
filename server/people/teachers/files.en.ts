export const messages = {
  name: 'Name',
  nativeName: 'Native name',
  email: 'Email',
  phone: 'Phone',
  classes: 'Classes',
  students: 'Students',
  teachers: 'Teachers',
} as const
