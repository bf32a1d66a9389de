import type { Input } from '#contract/index.ts'

/** The demo school's profile. */
export const profile: Input<'config-change'> = {
  name: 'Lakeside Chinese School',
  nativeName: '湖畔中文学校',
  tagline: 'Sundays in two languages',
  nativeTagline: '周日，说两种语言',
  about:
    'Lakeside is a weekend school run by families for families: every Sunday afternoon three hundred children learn ' +
    'to speak, read and write Chinese, from Pre-K to AP. After language class the building fills with chess, dance, ' +
    'drawing, robotics and kung fu, while parents practice tai chi in the atrium. Children who hear no Chinese at ' +
    'home are as welcome as those who dream in it.\n\n' +
    'Come and look: visitors are welcome on any school day from 2 PM. Questions about placement go to ' +
    'office@lakeside.example.',
  nativeAbout:
    '湖畔中文学校是由家长办、为家庭办的周末学校：每周日下午，三百个孩子在这里学说、学读、学写中文，从学前班一直到 AP。' +
    '语言课后，教学楼里是象棋、舞蹈、绘画、机器人和功夫，家长们在中庭打太极。家里不讲中文的孩子，和做梦都说中文的孩子一样受欢迎。\n\n' +
    '欢迎来看看：上课日下午两点起都可以参观。分班问题请写信到 office@lakeside.example。',
  zone: 'America/New_York',
  currency: 'USD',
  email: 'office@lakeside.example',
  phone: '(201) 555-0100',
  address: 'Lakeside Middle School, 240 Lakeview Avenue, Lakeside',
}

/** The policy that families sign. */
export const rulesText = [
  'Pick-up. Children below grade 6 are released at the classroom door to a person on the pick-up list only. Bring photo identification if the teacher does not know you yet.',
  'Absence. Tell the office by noon on Sunday when your child can’t come. After three absences in a row without notice, we call you.',
  'Health. Tell us about allergies, medication and anything else a teacher should know. By registering you allow us to call an ambulance in an emergency; we always call you first if we can.',
  'Photos. You choose whether pictures of your child may be published, shown within the school, or not taken at all.',
  'Tuition. Tuition is due thirty days after registration. Until the third class day it is refunded less $30 and the books; until the sixth day half of it; after that there is no refund.',
  'The building is rented. Shoes with black soles stay out of the gym, food stays in the cafeteria, and whiteboards are left as we found them.',
].join('\n\n')

/** The school's fees besides those of each class. The sibling discount applies to the language program. */
export const pricing = (languageProgrammeId: string): Input<'config-changePricing'> => ({
  registrationFeeCents: 4000,
  siblingPercent: 10,
  siblingProgrammeIds: [languageProgrammeId],
  staffPercent: 50,
  prorations: [
    { fromWeek: 7, numerator: 2, denominator: 3 },
    { fromWeek: 10, numerator: 1, denominator: 2 },
    { fromWeek: 13, numerator: 1, denominator: 3 },
  ],
  dueDays: 30,
})

/** The school year 2026–27: sixteen Sundays in each half. */
export const fall: Input<'terms-create'> = {
  name: 'Fall 2026',
  nativeName: '2026 秋季',
  startsOn: '2026-09-13',
  endsOn: '2027-01-17',
  weekdays: [7],
  earlyBirdOn: '2026-06-30',
  closures: [
    { onDay: '2026-11-29', reason: 'Thanksgiving weekend', nativeReason: '感恩节假期' },
    { onDay: '2026-12-27', reason: 'Winter break', nativeReason: '寒假' },
    { onDay: '2027-01-03', reason: 'Winter break', nativeReason: '寒假' },
  ],
}
export const spring: Input<'terms-create'> = {
  name: 'Spring 2027',
  nativeName: '2027 春季',
  startsOn: '2027-01-31',
  endsOn: '2027-06-06',
  weekdays: [7],
  earlyBirdOn: '2026-12-20',
  closures: [
    { onDay: '2027-03-28', reason: 'Easter Sunday', nativeReason: '复活节' },
    { onDay: '2027-04-11', reason: 'Spring break', nativeReason: '春假' },
    { onDay: '2027-05-30', reason: 'Memorial Day weekend', nativeReason: '阵亡将士纪念日长周末' },
  ],
}

/** When the school is set up and when its term opens, each before the first family registers. */
export const openings = {
  setUp: '2026-04-04T14:00:00Z',
  staff: '2026-04-11T14:00:00Z',
  classes: '2026-04-18T14:00:00Z',
  /** Staff and room parents; a week later families of earlier years, and then everyone. */
  registration: '2026-05-03T12:00:00Z',
  currentFamilies: '2026-05-10T12:00:00Z',
  everybody: '2026-05-17T12:00:00Z',
} as const
