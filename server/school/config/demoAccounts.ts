/** One sign-in for each role of the demo school, shown only at startup and on the demo's sign-in page. */
export const demoPassword = 'lakeside-demo'
export const demoAccounts = [
  { role: 'admin', email: 'office@lakeside.example', password: demoPassword },
  { role: 'teacher', email: 'teacher@lakeside.example', password: demoPassword },
  { role: 'parent', email: 'parent@lakeside.example', password: demoPassword },
] as const
