export const messages = {
  opening: 'Dear {name},',
  left: {
    subject: '{child} has left {section}',
    says: '{child} is no longer enrolled in {section}, as of {day}.',
  },
  changed: {
    subject: '{child} is now in {to}',
    says: '{child} moved from {section} to {to}, as of {day}.',
  },
  asked: {
    subject: '{way, select, over {{child}: from {section} to {to}?} other {{child}: withdraw from {section}?}}',
    says: 'A family asked to {way, select, over {move {child} from {section} to {to}} other {withdraw {child} from {section}}}. The request is waiting for the office.',
  },
  declined: {
    subject: 'Your request about {child} and {section}',
    says: '{way, select, over {The office can’t move {child} from {section} to {to}. {child} stays in {section}.} other {The office can’t withdraw {child} from {section} on the terms you were shown. {child} stays in the class.}}',
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
    says: 'A family asked for {child} to audit {section}, without grades. The request is waiting for the office.',
  },
  asksForFull: {
    subject: '{child}: take {section} for grades?',
    says: 'A family asked for {child} to take {section} for grades. The request is waiting for the office.',
  },
  notChanged: {
    subject: 'Your request about {child} and {section}',
    says: 'Nothing changes: {child} stays in {section} as before.',
  },
  nothing: 'Nothing changes in your account.',
  more: 'It costs {amount} more. You’ll find the invoice under Payments.',
  covers: '{amount} is applied to your balance due.',
  credit: '{amount} is now credit on your account.',
  refund: 'Refund pending: {amount}. We’ll write to you when the treasurer has sent it.',
  note: 'The office adds: {note}',
  familyNote: 'The family writes: {note}',
  link: 'Open your payments',
  officeLink: 'Open the student',
} as const
