/** How a student fits into a class that the office puts them into. */
export const messages = {
  enrolFit: {
    addStudent: 'Add a student',
    addTitle: 'Add a student to {name}',
    find: 'Find a student',
    student: 'Student',
    noneFound: 'No student matches “{search}”.',
    title: 'Spots and fit',
    spots:
      '{n, plural, =0 {No spot is free: {seated} of {capacity} are taken} one {# of {capacity} spots is free} other {# of {capacity} spots are free}}',
    over: '{seated} students are in for {capacity} spots',
    promised: '{n, plural, one {# spot is promised to a family} other {# spots are promised to families}}',
    waits: '{n, plural, one {# student waits already} other {# students wait already}}',
    age: 'Age {age} fits: the class is for {ages}',
    ageNot: 'Age {age} does not fit: the class is for {ages}',
    ageUnknown: 'The birthday is not on record: the class is for {ages}',
    anyAge: 'The class is for any age',
    agesFrom: '{from} and older',
    agesTo: 'up to {to}',
    agesBetween: '{from} to {to}',
    missing: {
      class: 'The office decides about every registration',
      prerequisite: 'A course before is missing',
      placement: 'The level has not been decided',
    },
    ready: 'Nothing is missing before this course',
    clash: 'At the same time as {names}',
    noClash: 'No other class at this time',
    there: 'This student is in the class or waits for it already.',
    closed: 'This class takes nobody at the moment.',
    price: '{amount} go on the family’s account.',
    choose: 'The class is full',
    line: 'Put on the waiting list',
    lineHint: 'The family reads its position and gets an email.',
    seat: 'Give a spot anyway',
    seatHint: 'Needs a reason. The class then has more students than spots.',
    seatPast: 'Needs a reason. It passes over those who wait.',
    roomFull: 'The room holds {n}. Nobody can be added beyond that.',
    reason: 'Reason for the exception',
    reasonHint: 'Kept in the record of changes and beside the student in this class.',
    reasonMissing: 'Enter a reason.',
  },
}

declare module '#web/words/bundles.ts' {
  interface Bundles {
    enrolFit: typeof messages
  }
}
