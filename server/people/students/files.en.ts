export const messages = {
  name: 'Name',
  nativeName: 'Native name',
  born: 'Born',
  grade: 'Grade',
  guardian: 'Guardian',
  classes: 'Classes',
  status: 'Status',
  attendance: 'Attendance %',
  familyBalance: 'Family balance',
  students: 'Students',
} as const
