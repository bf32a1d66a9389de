import type { Input } from '#contract/index.ts'
import type { ConsentLevel } from '#contract/school/policies.ts'
import type { JobSettings } from '#server/platform/jobs.ts'
import { cleanUp } from '#server/school/config/jobs.ts'
import type { PlannedFamily } from './family.ts'
import type { Office } from './office.ts'
import { rulesText } from './profile.ts'
import { registrar } from './staff.ts'

/** The demo school's own questions: the ids of fields, and the directory policy. */
export type Questions = { weekdaySchool: string; shirt: string; found: string; directory: string }

const option = (key: string, label: string, nativeLabel: string) => ({ key, label, nativeLabel })
const field = (
  over: Partial<Input<'forms-create'>> & { label: string; nativeLabel: string },
): Input<'forms-create'> => ({
  about: 'student',
  kind: 'text',
  help: '',
  nativeHelp: '',
  options: [],
  isRequired: false,
  isAsked: true,
  teachersSee: false,
  termId: null,
  ...over,
})

const nativeRules = [
  '接送。六年级以下的孩子只在教室门口交给接送名单上的人。老师还不认识您时，请带证件。',
  '请假。孩子周日不能来，请在中午前告诉教务处。连续三次没有消息，我们会打电话。',
  '健康。请告诉我们过敏、用药和老师应该知道的一切。报名即同意我们在紧急情况下叫救护车；只要来得及，我们总会先打电话给家长。',
  '照片。孩子的照片可以公开发布、只在校内展示，或者完全不拍，由家长选择。',
  '学费。学费在报名后三十天内缴清。第四周前退班，扣除三十美元和书费后全退；第七周前退一半；之后不退。',
  '教学楼是租来的。体育馆内不穿黑底鞋，食物留在餐厅，白板恢复原样。',
].join('\n\n')

/** The rules that Lakeside sets before its first family registers. */
export const setRules = async (office: Office, at: Date): Promise<void> => {
  const me = registrar.email
  await office.call(
    me,
    'config-changeFeatures',
    { on: ['trials', 'auditing', 'windows', 'lotteries', 'promoCodes'] },
    at,
  )
  await office.call(
    me,
    'config-changeRetention',
    { drafts: 180, mails: 365, addresses: 365, signIns: 90, operations: 30 },
    at,
  )
  // Losing a demo's data does no harm.
  await office.call(me, 'config-changeBackups', { isOn: false, hour: 2, keep: 14 }, at)
  await office.call(
    me,
    'config-changeRefunds',
    {
      tiers: [
        { until: 'week', number: 4, percent: 100 },
        { until: 'week', number: 7, percent: 50 },
      ],
      processingFeeCents: 3000,
      refundsBooks: false,
    },
    at,
  )
  await office.call(
    me,
    'config-changeLateFees',
    { graceDays: 14, flatCents: 2500, percent: 0, perWeekCents: 1000, capCents: 7500 },
    at,
  )
  await office.call(
    me,
    'config-changePaying',
    {
      payableTo: 'Lakeside Chinese School',
      chequeTo: 'Front desk on Sundays, or by mail to 240 Lakeview Avenue, Lakeside',
      nativeChequeTo: '周日交到前台，或寄到 240 Lakeview Avenue, Lakeside',
      transfer: 'Send it by Zelle to treasurer@lakeside.example.\nWrite the family name and the invoice number.',
      nativeTransfer: '用 Zelle 汇至 treasurer@lakeside.example。\n附言请写家庭姓名和账单编号。',
      cash: 'Front desk, Sundays 1:30 to 2:30 PM',
      nativeCash: '前台，周日下午 1:30–2:30',
      legalName: 'Lakeside Chinese School, Inc.',
      taxId: '00-0000000',
      receiptPrefix: 'R',
      invoicePrefix: 'I',
    },
    at,
  )
  await office.call(
    me,
    'policies-publish',
    { kind: 'policy', text: rulesText, nativeText: nativeRules, asksAgain: true },
    at,
  )
}

/** The school's questions, added before its first family registers. */
export const askQuestions = async (office: Office, at: Date): Promise<Questions> => {
  const add = async (input: Input<'forms-create'>) => (await office.call(registrar.email, 'forms-create', input, at)).id
  const weekdaySchool = await add(
    field({
      label: 'School in the week',
      nativeLabel: '平日就读的学校',
      help: 'We plan holidays by it.',
      nativeHelp: '我们参考它的校历安排放假日。',
      isShared: true,
    }),
  )
  const shirt = await add(
    field({
      kind: 'choice',
      label: 'T-shirt size',
      nativeLabel: 'T恤尺码',
      help: 'For the New Year gala.',
      nativeHelp: '新年晚会用。',
      teachersSee: true,
      options: [option('s', 'Small', '小号'), option('m', 'Medium', '中号'), option('l', 'Large', '大号')],
    }),
  )
  await add(
    field({ label: 'Placement note', nativeLabel: '分班备注', kind: 'long', isAsked: false, teachersSee: true }),
  )
  const found = await add(
    field({
      about: 'registration',
      kind: 'choice',
      label: 'How did you find us?',
      nativeLabel: '您是怎么知道我们的？',
      options: [
        option('friend', 'From friends', '朋友介绍'),
        option('web', 'On the web', '网上'),
        option('before', 'We came before', '以前来过'),
      ],
    }),
  )
  const { kind } = await office.call(
    registrar.email,
    'policies-create',
    {
      answer: 'choice',
      title: 'Family directory',
      nativeTitle: '家庭通讯录',
      text: 'Other families of your children’s classes may see your name and email address.',
      nativeText: '您孩子班上的其他家庭可以看到您的姓名和邮箱。',
    },
    at,
  )
  return { weekdaySchool, shirt, found, directory: kind }
}

const schools = ['Lakeside Elementary', 'Oak Hill School', 'Riverside Middle School', 'Maple Street School']
const pick = <T>(list: readonly T[], text: string): T =>
  list[[...text].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % list.length]!

/** A demo family's answers about one of its children. */
export const answersAbout = (questions: Questions, child: { name: string }) => ({
  [questions.weekdaySchool]: pick(schools, child.name),
  [questions.shirt]: pick(['s', 'm', 'l'], child.name),
})

/** A demo family's answers about itself. */
export const answersOf = (questions: Questions, family: PlannedFamily) => ({
  [questions.found]: pick(['friend', 'web', 'before'], family.address),
})

/** A demo family's consents. One that wants no photos isn't in the directory either. */
export const levelsOf = (questions: Questions, family: PlannedFamily): Record<string, ConsentLevel> => ({
  photo: family.photo,
  medical: 'granted',
  policy: 'granted',
  [questions.directory]: family.photo === 'none' ? 'withdrawn' : 'granted',
})

/** Runs last night's clean-up. */
export const cleanUpOnce = async ({ database }: Office, settings: JobSettings, now: Date) => {
  await cleanUp.run(
    {},
    {
      database,
      now,
      settings,
      signal: AbortSignal.timeout(10_000),
      enqueue: async () => undefined,
      touch: async () => undefined,
    },
  )
}
