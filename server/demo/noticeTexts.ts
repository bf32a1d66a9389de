import type { Input } from '#contract/index.ts'

type Audience = Input<'messages-createNotice'>['audience']
type DemoNotice = {
  by: 'office' | 'teacher'
  /** Days before now, or negative for the future; null for a draft. */
  daysAgo: number | null
  /** The share of families with an account that have read it. */
  readShare: number
  audience: (sectionOf: ReadonlyMap<string, string>) => Audience
  text: Omit<Input<'messages-createNotice'>, 'audience'>
}

const everyone: DemoNotice['audience'] = () => [{ kind: 'everyone' }]
const plain = { byEmail: false, isUrgent: false, needsAnswer: false }

/** The notices of the demo's school, oldest first. */
export const demoNotices: readonly DemoNotice[] = [
  {
    by: 'office',
    daysAgo: 68,
    readShare: 0.93,
    audience: everyone,
    text: {
      ...plain,
      subject: 'Welcome back to Lakeside',
      body: 'Dear {name},\n\nOur first Sunday is here! Doors open at 1:40 PM. Please come in through the lake entrance and walk children below grade 6 to their classroom.\n\nBooks are handed out in the first lesson. There are snacks in the cafeteria, and everyone is welcome to stay for tea.',
      nativeSubject: '欢迎回到湖畔',
      nativeBody:
        '{name}，您好！\n\n新学期的第一个周日到了。下午 1:40 开门，请从湖边的门进校，六年级以下的孩子请送到教室门口。\n\n课本会在第一节课上发。食堂里有点心桌，欢迎每个家庭留下来喝杯茶。',
    },
  },
  {
    by: 'teacher',
    daysAgo: 12,
    readShare: 0.8,
    audience: sectionOf => [{ kind: 'class', sectionId: sectionOf.get('G1-A')! }],
    text: {
      ...plain,
      byEmail: true,
      subject: 'Show and tell about weather',
      body: 'Dear families of {class},\n\nNext Sunday, {student} can bring a picture or a small object that has to do with the weather and say two sentences about it. Knowing one word is enough to start.\n\nLihua Chen',
      nativeSubject: '说一说天气',
      nativeBody:
        '{class}的各位家长：\n\n下周日请让{student}带一张和天气有关的图片或一件小东西，上课时说两句话。会一个词也可以开始。\n\n陈丽华老师',
    },
  },
  {
    by: 'office',
    daysAgo: 9,
    readShare: 0.71,
    audience: () => [{ kind: 'role', role: 'parent' }],
    text: {
      ...plain,
      byEmail: true,
      needsAnswer: true,
      subject: 'Snow days: how we’ll let you know',
      body: 'Winter is coming. If Lakeview Avenue isn’t cleared by 10 AM, we close for the day and tell you by 10:30, here and by email.\n\nCanceled lessons are made up on the spare Sunday in January. Please confirm that you’ve read this, so we know who to call.',
      nativeSubject: '下雪天如何得知停课',
      nativeBody:
        '冬天快到了。如果上午 10 点 Lakeview 大道还没有清雪，当天停课，我们会在 10:30 之前在这里和邮件里通知大家。\n\n停掉的课在一月的备用周日补上。请确认已经读过，这样我们就知道还需要给谁打电话。',
    },
  },
  {
    by: 'office',
    daysAgo: 0.09,
    readShare: 0.34,
    audience: () => [{ kind: 'role', role: 'parent' }],
    text: {
      ...plain,
      byEmail: true,
      isUrgent: true,
      subject: 'Today: pick-up at the gym entrance',
      body: 'A water main has broken in front of the lake entrance. Classes go ahead as planned. Please pick up all children at the gym entrance on Oak Street today. Teachers will bring them there.',
      nativeSubject: '今天请在体育馆门口接孩子',
      nativeBody:
        '湖边大门前的水管破裂。课程照常进行。今天请所有家长到 Oak 街的体育馆门口接孩子，老师会把孩子带到那里。',
    },
  },
  {
    by: 'office',
    daysAgo: -2.8,
    readShare: 0,
    audience: everyone,
    text: {
      ...plain,
      byEmail: true,
      subject: 'Lost and found',
      body: 'The lost and found is full again: hats, gloves and one left shoe. Everything is on the table by the office this Sunday. We donate what is still there after class.',
      nativeSubject: '失物招领',
      nativeBody:
        '失物箱又满了：帽子、手套，还有一只左脚的鞋。本周日都摆在教务处门口的桌上，放学后还没人认领的会捐出去。',
    },
  },
  {
    by: 'office',
    daysAgo: null,
    readShare: 0,
    audience: () => [
      { kind: 'level', level: 3 },
      { kind: 'level', level: 4 },
    ],
    text: {
      ...plain,
      byEmail: true,
      subject: 'Speech contest: who takes part?',
      body: 'Grades 3 and 4 have their speech contest this winter. Each child speaks for two minutes.',
      nativeSubject: '演讲比赛报名',
      nativeBody: '三、四年级的演讲比赛将在今冬举行，每位同学演讲两分钟。',
    },
  },
]
/** The draft's English text, changed after its Chinese was written. */
export const laterDraftBody =
  'Grades 3 and 4 have their speech contest this winter. Each child speaks for two minutes, without notes.'

/** The demo's two templates. */
export const demoTemplates: readonly Input<'messages-createTemplate'>[] = [
  {
    name: 'Payment is due',
    subject: 'A payment for {student} is due',
    body: 'Dear {name},\n\n{balance} for {student} was due on {dueOn}. You can see every charge under Payments. If you’d like to pay in parts, write to us and we’ll find a way.\n\n{school}',
    nativeSubject: '{student}的学费提醒',
    nativeBody:
      '{name}，您好！\n\n{student}的学费还有 {balance} 未付，应付日期为 {dueOn}。每一笔都可以在“缴费”里看到。如果想分期付款，请写信给我们，一起想办法。\n\n{school}',
  },
  {
    name: 'Lesson canceled',
    subject: '{class}: no lesson this Sunday',
    body: 'Dear {name},\n\n{class} doesn’t meet this Sunday. We’ll let you know soon when {student} can make up the lesson.\n\n{school}',
    nativeSubject: '{class}本周日停课',
    nativeBody: '{name}，您好！\n\n{class}本周日停课。补课时间会尽快通知{student}和家长。\n\n{school}',
  },
]

type Line = { by: 'family' | 'school'; hoursAgo: number; body: string }
export type DemoThread = {
  /** The class whose teacher takes part, or 'office'. */
  with: string
  /** The family: the demo's parent, or the first with this language in the class. */
  family: 'demo' | 'en' | 'zh'
  subject: string
  lines: readonly Line[]
  isClosed?: boolean
  /** True if the other side has not read the last line yet. */
  isUnread: boolean
}

/** The conversations between families and the school. */
export const demoThreads: readonly DemoThread[] = [
  {
    with: 'Kung Fu',
    family: 'zh',
    subject: '功夫班的服装',
    isClosed: true,
    isUnread: false,
    lines: [
      { by: 'family', hoursAgo: 800, body: '石老师好！请问功夫班需要自己买练功服吗？' },
      { by: 'school', hoursAgo: 795, body: '您好！宽松的运动服就可以，表演前学校会借练功服给孩子们。' },
      { by: 'family', hoursAgo: 790, body: '太好了，谢谢老师！' },
    ],
  },
  {
    with: 'office',
    family: 'zh',
    subject: '想给妹妹报舞蹈班',
    isUnread: false,
    lines: [
      { by: 'family', hoursAgo: 190, body: '老师好，请问舞蹈甲班春季还有名额吗？妹妹明年一月满四岁。' },
      {
        by: 'school',
        hoursAgo: 170,
        body: '您好！春季学期的课程 12 月开放报名，舞蹈甲班收 4 岁以上的孩子。开放时我们会发通知。',
      },
    ],
  },
  {
    with: 'G1-A',
    family: 'zh',
    subject: '拼音作业',
    isUnread: true,
    lines: [
      { by: 'family', hoursAgo: 30, body: '陈老师好！孩子分不清 zh、ch 和 z、c，在家可以怎么练？' },
      { by: 'school', hoursAgo: 27, body: '您好！可以每天读三句绕口令，我下次课给您一张。先不用着急，慢慢来。' },
      { by: 'family', hoursAgo: 5, body: '谢谢老师！这周他已经读得好多了。另外下周我们晚到十分钟，可以吗？' },
    ],
  },
  {
    with: 'office',
    family: 'en',
    subject: 'Paying in two parts',
    isUnread: true,
    lines: [
      {
        by: 'family',
        hoursAgo: 26,
        body: 'Hello, we would like to pay the rest in two parts, one now and one in January. Is that possible, and do you need a form?',
      },
    ],
  },
  {
    with: 'G1-A',
    family: 'demo',
    subject: 'Emily’s reading at home',
    isUnread: true,
    lines: [
      {
        by: 'family',
        hoursAgo: 52,
        body: 'Hi Ms. Chen, Emily reads the dialogue by heart instead of reading the characters. Should we be worried?',
      },
      {
        by: 'school',
        hoursAgo: 3,
        body: 'Not at all, that’s how most of them start. Cover the picture and let her point at each character as she says it. Five minutes a day is plenty. She read very well last Sunday.',
      },
    ],
  },
]
