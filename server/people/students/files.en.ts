export const messages = {
  name: 'Name',
  nativeName: 'Native name',
  born: 'Date of birth',
  grade: 'Grade',
  guardian: 'Guardian',
  classes: 'Classes',
  status: 'Status',
  attendance: 'Attendance %',
  familyBalance: 'Family balance',
  students: 'Students',
} as const
