export const messages = {
  opening: 'Dear {name},',
  left: {
    subject: '{child} has left {section}',
    says: '{child} no longer attends {section}, as of {day}.',
  },
  changed: {
    subject: '{child} goes to {to} now',
    says: '{child} has changed from {section} to {to}, as of {day}.',
  },
  asked: {
    subject: '{way, select, over {{child}: from {section} to {to}?} other {{child}: leave {section}?}}',
    says: 'A family asks to {way, select, over {move {child} from {section} to {to}} other {take {child} out of {section}}}. The request is waiting for the office.',
  },
  declined: {
    subject: 'Your request about {child} and {section}',
    says: '{way, select, over {The office can’t change {child} from {section} to {to}. {child} stays in {section}.} other {The office can’t take {child} out of {section} on the terms you were shown. {child} stays in the class.}}',
  },
  sitsIn: {
    subject: '{child} now audits {section}',
    says: '{child} audits {section} without grades from {day}. The spot is the same.',
  },
  full: {
    subject: '{child} now takes {section} for grades',
    says: '{child} takes {section} for grades from {day}.',
  },
  asksToSitIn: {
    subject: '{child}: audit {section}?',
    says: 'A family asks that {child} audits {section}, without grades. The request is waiting for the office.',
  },
  asksForFull: {
    subject: '{child}: take {section} for grades?',
    says: 'A family asks that {child} takes {section} for grades. The request is waiting for the office.',
  },
  notChanged: {
    subject: 'Your request about {child} and {section}',
    says: 'Nothing changes: {child} stays in {section} as before.',
  },
  nothing: 'Nothing changes in your account.',
  more: 'It costs {amount} more. You’ll find the invoice under Payments.',
  covers: '{amount} is taken off what is still to be paid.',
  credit: '{amount} is credit in your account now.',
  refund: 'Refund pending: {amount}. We’ll write to you when the treasurer has sent it.',
  note: 'The office adds: {note}',
  familyNote: 'The family writes: {note}',
  link: 'Open your payments',
  officeLink: 'Open the student',
} as const
