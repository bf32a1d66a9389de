import type { AssignmentKind } from '#contract/teaching/assignments.ts'
import type { Input } from '#contract/index.ts'
import { instantIn, sessionDays } from '#rules/calendar.ts'
import type { PlannedFamily } from './family.ts'
import { languageClasses } from './offer.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { fall, profile } from './profile.ts'
import { type Random, seeded } from './random.ts'
import { practiceSheet, writtenPage } from './sheets.ts'
import { classOfDemoTeacher, teachers } from './staff.ts'

type Task = { title: string; nativeTitle: string; instructions: string; kind: AssignmentKind; answers: string[] }

// For the third-to-last past Sunday, the last one, today or the next one, and the two after it.
const tasks: Record<'small' | 'middle' | 'large', [Task, Task, Task, Task, Task]> = {
  small: [
    {
      title: 'Count to ten',
      nativeTitle: '从一数到十',
      instructions: 'Say the numbers aloud to somebody at home, then write 一 to 五 three times each.',
      kind: 'homework',
      answers: ['一 一 一 二 二 二 三 三 三 四 四 四 五 五 五', '一二三四五 一二三四五 一二三四五'],
    },
    {
      title: 'My family',
      nativeTitle: '我的家',
      instructions: 'Draw your family and write 爸爸, 妈妈 and your own name beside the people.',
      kind: 'homework',
      answers: ['爸爸 妈妈 我', '爸爸、妈妈、姐姐和我。'],
    },
    {
      title: 'Six new characters',
      nativeTitle: '六个生字',
      instructions: 'Write 上 下 左 右 大 小, a line each. Mind the order of strokes.',
      kind: 'homework',
      answers: [
        '上上上 下下下 左左左 右右右 大大大 小小小',
        '上下左右大小',
        '大小 上下 左右 — 她自己写的，我们只帮忙看笔顺。',
      ],
    },
    {
      title: 'Practice sheet, page 8',
      nativeTitle: '生字练习第八页',
      instructions: 'Fill in the practice sheet that is attached. A photo of the page is enough.',
      kind: 'homework',
      answers: [],
    },
    {
      title: 'A song to learn',
      nativeTitle: '学一首歌',
      instructions: 'Listen to 《小星星》 three times and sing along. We sing it together next Sunday.',
      kind: 'reading',
      answers: [],
    },
  ],
  middle: [
    {
      title: 'A day at school',
      nativeTitle: '学校的一天',
      instructions: 'Write five sentences about a day at your school. Use 先, 然后 and 最后.',
      kind: 'homework',
      answers: ['我先坐校车去学校，然后上数学课，最后跟朋友踢足球。', '早上我先吃早饭，然后去学校。最后我回家写作业。'],
    },
    {
      title: 'Dictation, lesson 9',
      nativeTitle: '第九课听写',
      instructions: 'Learn the twelve words of lesson 9. Write each one in a sentence of your own.',
      kind: 'quiz',
      answers: ['我每天练习写汉字。弟弟喜欢下雪。', '今天的天气很好，我们去公园放风筝。'],
    },
    {
      title: 'The fox and the grapes',
      nativeTitle: '《狐狸和葡萄》',
      instructions: 'Read the fable twice and answer the three questions under it.',
      kind: 'reading',
      answers: [
        '狐狸想吃葡萄，可是够不着，就说葡萄是酸的。',
        '1. 因为太高了。2. 它说葡萄酸。3. 得不到的东西，不要说它不好。',
        '狐狸跳了很多次都没有吃到葡萄。',
      ],
    },
    {
      title: 'A letter to a pen friend',
      nativeTitle: '给笔友的一封信',
      instructions: 'Write a letter of at least eight sentences: who you are, what you like, one question.',
      kind: 'project',
      answers: [],
    },
    {
      title: 'Words for winter',
      nativeTitle: '冬天的词语',
      instructions: 'Collect ten words for winter and draw three of them.',
      kind: 'homework',
      answers: [],
    },
  ],
  large: [
    {
      title: 'Mid-Autumn, then and now',
      nativeTitle: '中秋节的今昔',
      instructions: 'Two hundred characters: how did your grandparents celebrate, and how do you?',
      kind: 'homework',
      answers: [
        '小时候，外婆告诉我她们那时候自己做月饼，全村一起赏月。现在我们在超市买月饼，和远方的亲人视频。',
        '爷爷说过去月饼很珍贵，一家人分一块。今天我们有很多口味，可是一起看月亮的心情没有变。',
      ],
    },
    {
      title: 'Summary of lesson 10',
      nativeTitle: '第十课课文摘要',
      instructions: 'Summarize the text in about a hundred characters, without quoting it.',
      kind: 'homework',
      answers: [
        '作者回忆了故乡的小河，写出了对童年的怀念，也写了环境的变化。',
        '文章通过一条河的变化，说明人与自然应该和谐相处。',
      ],
    },
    {
      title: 'For and against: mobile phones',
      nativeTitle: '辩论准备：手机的利与弊',
      instructions: 'Three arguments for each side, a sentence each. We debate in class.',
      kind: 'project',
      answers: [
        '利：查资料方便；联系家人；学习语言。弊：影响睡眠；分心；伤眼睛。',
        '手机让我们随时学习，但是也让我们忘记面对面说话。',
      ],
    },
    {
      title: 'Mock listening test',
      nativeTitle: '模拟听力测验',
      instructions: 'Do the listening part of mock test 1 and write your answers as a list.',
      kind: 'quiz',
      answers: [],
    },
    {
      title: 'A poem by heart',
      nativeTitle: '背诵一首诗',
      instructions: 'Learn 《静夜思》 or 《登鹳雀楼》 by heart and tell in two sentences what it says.',
      kind: 'reading',
      answers: [],
    },
  ],
}
const levelOf = (name: string): keyof typeof tasks =>
  /^(Pre-K|K-|G1|G2|CSL 1)/.test(name) ? 'small' : /^(G[3-6]|CSL)/.test(name) ? 'middle' : 'large'

const praise = [
  'Lovely work, neat and complete.',
  '写得很认真，继续加油！',
  'Good. Read it aloud once more at home.',
  '字很工整，老师很高兴。',
]
const again = [
  'The strokes of 左 and 右 begin differently: look again, please.',
  '请再检查一下标点和错别字，改好以后重新交。',
]

/** The Sundays around now: `at(-1)` is the last past one, `at(0)` today or the next one. */
const sundaysAround = (now: Date) => {
  const days = sessionDays(
    fall,
    fall.closures.map(({ onDay }) => onDay),
  )
  const next = days.findIndex(day => instantIn(profile.zone, day, '23:59') >= now)
  const from = next < 0 ? days.length : next
  return { at: (offset: number): string | undefined => days[from + offset] }
}

type Kept = { sectionId: string; teacher: string; name: string; rank: number; random: Random }

/**
 * Homework for every language class: some returned with feedback, one to be resubmitted, one excused, one due today,
 * one for next time, and in some classes one only planned. Nearly all families of the demo teacher's class have handed
 * in today's; elsewhere the first few have.
 */
export const setHomework = async (
  office: Office,
  school: OpenedSchool,
  families: readonly PlannedFamily[],
  now: Date,
): Promise<void> => {
  const parentOf = new Map(
    families.flatMap(({ children, guardians }) => children.map(child => [child.name, guardians[0]!.email] as const)),
  )
  const sunday = sundaysAround(now)
  const kept: Kept[] = languageClasses.map(({ name }, rank) => ({
    name,
    rank,
    // One generator for each class, because classes are filled concurrently.
    random: seeded(40 + rank),
    sectionId: school.sectionOf.get(name)!,
    teacher: teachers.find(({ classes }) => classes.includes(name))!.email,
  }))
  const instant = (day: string, time: string) => instantIn(profile.zone, day, time)
  const before = (at: Date) => (at < now ? at : new Date(now.getTime() - 20 * 60_000))
  const create = async (
    { sectionId, teacher }: Kept,
    task: Task,
    day: string,
    at: Date,
    more: Partial<Input<'assignments-create'>> = {},
  ): Promise<string> => {
    const { answers: _, ...words } = task
    const input: Input<'assignments-create'> = {
      sectionId,
      ...words,
      takesText: true,
      takesFiles: true,
      due: { day, time: '14:00' },
      closes: null,
      maxPoints: task.kind === 'reading' ? null : 10,
      fileIds: [],
      status: 'published',
      publish: null,
      ...more,
    }
    return (await office.call(teacher, 'assignments-create', input, at)).id
  }
  type Worker = { studentId: string; parent: string }
  const known = new Map<string, Worker[]>()
  /**
   * The students with the assignment, each with the guardian who hands it in. Read once for the first assignment of a
   * class, because nobody has left.
   */
  const workersAt = async ({ teacher, sectionId }: Kept, id: string, at: Date): Promise<Worker[]> => {
    const found =
      known.get(sectionId) ??
      (await office.call(teacher, 'assignments-get', { id }, at)).work.map(({ studentId, name }) => ({
        studentId,
        parent: parentOf.get(name)!,
      }))
    known.set(sectionId, found)
    return found
  }
  const turnIn = (
    parent: string,
    assignmentId: string,
    studentId: string,
    text: string,
    at: Date,
    fileIds: string[] = [],
  ) => office.call(parent, 'assignments-turnIn', { assignmentId, studentId, text, fileIds }, at)

  const settled = async (one: Kept, task: Task, set: string, due: string, withRequest: boolean): Promise<void> => {
    const id = await create(one, task, due, instant(set, '15:52'))
    const marked = instant(due, '20:30')
    const workers = await workersAt(one, id, marked)
    const [first, second, third, excused, ...others] = workers
    if (!first || !second || !third || !excused) return
    const points = (least: number) => (task.kind === 'reading' ? null : one.random.int(least * 2, 20) / 2)
    await turnIn(first.parent, id, first.studentId, task.answers[0]!, instant(due, '11:20'))
    await turnIn(second.parent, id, second.studentId, task.answers[1]!, instant(due, withRequest ? '10:05' : '17:40'))
    const one1 = { assignmentId: id, studentId: first.studentId }
    await office.call(
      one.teacher,
      'assignments-return',
      { ...one1, feedback: one.random.pick(praise), points: points(8) },
      marked,
    )
    const one2 = { assignmentId: id, studentId: second.studentId }
    if (withRequest)
      await office.call(one.teacher, 'assignments-askAgain', { ...one2, feedback: again[one.rank % 2]! }, marked)
    else
      await office.call(
        one.teacher,
        'assignments-return',
        { ...one2, feedback: 'Late, but well done.', points: points(6) },
        marked,
      )
    if (!withRequest)
      await office.call(one.teacher, 'assignments-excuse', { assignmentId: id, studentId: excused.studentId }, marked)
    const paper = [third, ...(withRequest ? [excused] : []), ...others].filter(() => !one.random.chance(0.06))
    const studentIds = paper.map(({ studentId }) => studentId)
    await office.call(
      one.teacher,
      'assignments-returnAll',
      { assignmentId: id, studentIds, feedback: one.random.pick(praise), points: points(8) },
      marked,
    )
  }

  const [early, lately, today, next, later] = [-3, -1, 0, 1, 2].map(sunday.at)
  const page = { name: 'page-8.png', bytes: writtenPage() }
  const sheet = { name: '生字练习.pdf', bytes: await practiceSheet() }
  await several(kept, async one => {
    const [first, second, third, fourth, fifth] = tasks[levelOf(one.name)]
    const isDemo = one.name === classOfDemoTeacher
    if (early) await settled(one, first, sunday.at(-4) ?? fall.startsOn, early, false)
    if (lately && (isDemo || one.rank % 2 === 0))
      await settled(one, second, sunday.at(-2) ?? fall.startsOn, lately, true)
    if (today) {
      const set = lately ? instant(lately, '15:55') : before(instant(today, '09:00'))
      const id = await create(one, third, today, set, isDemo ? {} : { due: { day: today, time: '20:00' } })
      const workers = await workersAt(one, id, now)
      // The demo's parent still has to do it, and so do a few others.
      const turned = workers.filter(
        ({ parent }, index) =>
          parent !== 'parent@lakeside.example' && (isDemo ? index % 5 !== 1 : index % 4 === 0 && index < 12),
      )
      for (const [index, { parent, studentId }] of turned.entries()) {
        const at = before(new Date(instant(today, '08:00').getTime() + index * 17 * 60_000))
        const fileIds = isDemo && index === 0 ? [(await office.upload(parent, page, at)).id] : []
        await turnIn(parent, id, studentId, third.answers[index % third.answers.length]!, at, fileIds)
      }
    }
    if (next) {
      const at = before(instant(today ?? next, '13:40'))
      const fileIds = isDemo ? [(await office.upload(one.teacher, sheet, at)).id] : []
      await create(one, fourth, next, at, { fileIds })
    }
    if (next && later && (isDemo || one.rank % 3 === 0)) {
      const at = before(instant(today ?? next, '13:45'))
      await create(one, fifth, later, at, { status: 'scheduled', publish: { day: next, time: '16:00' } })
    }
  })
}
