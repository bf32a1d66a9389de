import type { Input } from '#contract/index.ts'
import { accounts } from '#server/access/identity/tables.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { registrar } from './staff.ts'

type Draft = Input<'enrolments-saveDraft'>['draft']
type Beginner = {
  name: string
  email: string
  language: 'en' | 'zh'
  phone: string
  children: { name: string; nativeName?: string; birthOn: string }[]
  wishes: string[]
  at: NonNullable<Draft['at']>
  /** Days ago that it was started, and last edited. */
  begun: number
  touched: number
}

/** Families that started to register and stopped. */
const beginners: Beginner[] = [
  {
    name: 'Anita Desai',
    email: 'anita.desai@mail.example',
    language: 'en',
    phone: '+1 585 555 0161',
    children: [{ name: 'Rohan Desai', birthOn: '2018-02-11' }],
    wishes: ['Chess 2', 'Badminton'],
    at: 'classes',
    begun: 19,
    touched: 12,
  },
  {
    name: 'Lan Fu',
    email: 'lan.fu@mail.example',
    language: 'zh',
    phone: '+1 585 555 0162',
    children: [
      { name: 'Amy Fu', nativeName: '傅安宁', birthOn: '2017-06-02' },
      { name: 'Eric Fu', nativeName: '傅安平', birthOn: '2019-09-20' },
    ],
    wishes: ['Drawing 2'],
    at: 'summary',
    begun: 8,
    touched: 6,
  },
  {
    name: 'Marta Nowak',
    email: 'marta.nowak@mail.example',
    language: 'en',
    phone: '',
    children: [],
    wishes: [],
    at: 'guardians',
    begun: 30,
    touched: 30,
  },
]

/** A person who first came years ago: the school knows the grandmother only by her phone number. */
const looking = { name: 'Guiying Su', email: 'guiying.su@newmail.example' }

const draftOf = ({ name, phone, children, wishes, at }: Beginner, { termId, sectionOf }: OpenedSchool): Draft => ({
  termId,
  guardians: [{ key: 'me', isMe: true, name, phone, relationship: 'mother' }],
  children: children.map((child, index) => ({ key: `child-${index + 1}`, ...child })),
  choices: children.flatMap((_child, index) =>
    wishes.map(wish => ({ childKey: `child-${index + 1}`, sectionId: sectionOf.get(wish)! })),
  ),
  at,
})

/**
 * People about to register: three abandoned registrations, a grandmother looking for her family, a father whose family
 * the school knows by his email address, and the questions of two courses.
 */
export const comeBack = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  passwordHash: string,
  now: Date,
): Promise<void> => {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  const grandmother = families.find(({ notable }) => notable === 'grandmother')
  // A second guardian with an email address on record who has never signed in.
  const known = families
    .filter(({ notable }) => notable === null)
    .flatMap(({ guardians }) => guardians.slice(1))
    .find(({ hasAccount, email }) => !hasAccount && email !== '')
  if (!grandmother || !known) throw new Error('the demo has no returning families')
  const account = (name: string, email: string, language: 'en' | 'zh', createdAt: Date) => ({
    email,
    displayName: name,
    passwordHash,
    passwordUpdatedAt: createdAt,
    isVerified: true,
    language,
    createdAt,
    lastSignInAt: createdAt,
  })
  await office.database.db
    .insert(accounts)
    .values([
      ...beginners.map(({ name, email, language, begun }) => account(name, email, language, ago(begun))),
      account(looking.name, looking.email, 'zh', ago(2)),
      account(known.name, known.email, 'en', ago(1)),
    ])
  await office.meet()
  for (const beginner of beginners) {
    const draft = draftOf(beginner, school)
    await office.call(beginner.email, 'enrolments-saveDraft', { draft }, ago(beginner.begun))
    await office.call(beginner.email, 'enrolments-saveDraft', { draft }, ago(beginner.touched))
  }
  const [child] = grandmother.children
  await office.call(
    looking.email,
    'claims-ask',
    {
      childName: child!.nativeName || child!.name,
      birthOn: child!.birthOn,
      phone: grandmother.guardians.find(({ relationship }) => relationship === 'grandparent')!.phone,
      note: '我是孩子的奶奶，每周日接送。',
    },
    ago(1.5),
  )
  const { courses } = await office.call(registrar.email, 'classes-parts', {}, now)
  const of = (name: string) => courses.filter(course => course.name.startsWith(name)).map(({ id }) => id)
  const question = (over: Partial<Input<'forms-create'>> & { label: string; nativeLabel: string }) =>
    office.call(
      registrar.email,
      'forms-create',
      {
        about: 'class',
        kind: 'text',
        help: '',
        nativeHelp: '',
        options: [],
        isRequired: false,
        isAsked: true,
        teachersSee: true,
        termId: null,
        ...over,
      },
      now,
    )
  await question({
    label: 'Shoe size',
    nativeLabel: '鞋码',
    help: 'The school lends dance shoes.',
    nativeHelp: '学校借用舞鞋。',
    courseIds: of('Dance'),
  })
  await question({
    kind: 'yesno',
    label: 'Brings a laptop of their own?',
    nativeLabel: '自带笔记本电脑吗？',
    courseIds: of('Robotics'),
  })
}
