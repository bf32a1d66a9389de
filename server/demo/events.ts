import { sql } from 'drizzle-orm'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { type Office, several } from './office.ts'
import type { OpenedSchool } from './opening.ts'
import { seeded } from './random.ts'
import { registrar } from './staff.ts'

type EventInput = Input<'events-create'>
type SlotInput = EventInput['slots'][number]
type Planned = {
  event: EventInput
  status: 'draft' | 'published'
  /** When the office creates it. */
  madeAt: string
  /** The number of families that have answered by now, and the period of their answers. */
  answers?: { families: number; from: string; to: string; largest: number }
  /** The number of slot spots taken by now, and since when. */
  taken?: { places: number; from: string }
}

const blank = {
  nativeTitle: '',
  description: '',
  nativeDescription: '',
  place: 'Lakeside Middle School',
  isAllDay: false,
  audience: [{ kind: 'everyone' }],
  isPublic: false,
  takesRsvp: false,
  capacity: null,
  rsvpClosesAt: null,
  slots: [],
} satisfies Partial<EventInput>

const on = (day: string, startTime: string, endTime: string) => ({ startsOn: day, endsOn: day, startTime, endTime })

const slot = (day: string, line: string, more: Partial<SlotInput> = {}): SlotInput => {
  const [name, nativeName, from, to, capacity] = line.split(' · ') as [string, string, string, string, string]
  return {
    id: null,
    name,
    nativeName,
    startsAt: from ? `${day}T${from}` : null,
    endsAt: to ? `${day}T${to}` : null,
    capacity: Number(capacity),
    opensAt: null,
    locksAt: null,
    ...more,
  }
}

const gala = '2027-02-13'
// 36 spots in all.
const galaPosts = `
Set up the hall · 布置礼堂 · 13:00 · 15:30 · 6
Front desk · 签到台 · 16:00 · 18:00 · 3
Tickets and raffle · 门票和抽奖 · 16:00 · 18:00 · 3
Kitchen, first shift · 厨房第一班 · 15:30 · 18:00 · 4
Kitchen, second shift · 厨房第二班 · 18:00 · 20:30 · 4
Back stage · 后台 · 16:00 · 20:00 · 4
Children’s corner · 儿童角 · 17:00 · 20:00 · 3
Parking · 停车引导 · 16:00 · 17:30 · 3
Photographs · 摄影 · 17:00 · 20:00 · 1
Clean up · 收拾 · 20:30 · 22:00 · 5`

const potluckDishes = `
Mooncakes · 月饼 ·  ·  · 8
Salads and vegetables · 沙拉和蔬菜 ·  ·  · 8
Drinks · 饮料 ·  ·  · 6
Lantern table · 灯笼手工桌 · 17:00 · 18:30 · 4`

const contestPosts = `
Judge · 评委 · 17:15 · 18:45 · 5
Timekeeper · 计时 · 17:15 · 18:45 · 2
Stage door · 候场 · 17:00 · 18:45 · 2`

const lines = (text: string): string[] => text.trim().split('\n')

const conferences = (day: string): SlotInput[] =>
  Array.from({ length: 12 }, (_, index) => {
    const time = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const from = 10 * 60 + index * 10
    return slot(day, `Talk with Ms. Chen · 与陈老师面谈 · ${time(from)} · ${time(from + 10)} · 1`, {
      locksAt: `${day}T08:00`,
    })
  })

const planned = ({ sectionOf }: OpenedSchool): Planned[] => [
  {
    madeAt: '2026-06-20T14:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2026-08-30', '13:00', '16:00'),
      title: 'Open house and placement',
      nativeTitle: '开放日与分班测试',
      description: 'See the classrooms, meet the teachers, and let us find the right level for your child.',
      nativeDescription: '参观教室，认识老师，我们帮孩子找到合适的班级。',
      isPublic: true,
    },
  },
  {
    madeAt: '2026-08-28T14:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2026-09-26', '17:00', '20:00'),
      title: 'Mid-Autumn potluck',
      nativeTitle: '中秋聚餐',
      description: 'Bring a dish to share and a lantern for the walk around the lake at dusk.',
      nativeDescription: '请带一道菜分享，再带一盏灯笼，傍晚一起绕湖走一圈。',
      place: 'Cafeteria and lakeside lawn',
      takesRsvp: true,
      capacity: 400,
      rsvpClosesAt: '2026-09-24T20:00',
      slots: lines(potluckDishes).map(line => slot('2026-09-26', line)),
    },
    answers: { families: 38, from: '2026-09-06T13:00:00Z', to: '2026-09-24T22:00:00Z', largest: 6 },
    taken: { places: 12, from: '2026-09-08T13:00:00Z' },
  },
  {
    madeAt: '2026-11-12T15:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2026-12-05', '10:00', '12:00'),
      title: 'Parent conferences G1-A',
      nativeTitle: '一年级甲班家长面谈',
      description: 'Ten minutes for each family. Choose a time; if none suits you, write to Ms. Chen.',
      nativeDescription: '每个家庭十分钟。请选一个时间；如果都不合适，请联系陈老师。',
      place: 'Room of G1-A',
      audience: [{ kind: 'class', sectionId: sectionOf.get('G1-A')! }],
      slots: conferences('2026-12-05'),
    },
    taken: { places: 5, from: '2026-11-14T15:00:00Z' },
  },
  {
    madeAt: '2026-11-15T22:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2026-12-06', '13:00', '13:45'),
      title: 'Teachers’ meeting',
      nativeTitle: '教师会议',
      description: 'Grades of the first half, the speech contest, and who covers the last Sunday before the break.',
      nativeDescription: '上半学期成绩、演讲比赛，以及寒假前最后一个周日的代课安排。',
      place: 'Library',
      audience: [{ kind: 'role', role: 'teacher' }],
    },
  },
  {
    madeAt: '2026-11-08T15:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2027-01-10', '17:15', '18:45'),
      title: 'Speech contest',
      nativeTitle: '演讲比赛',
      description:
        'Two minutes in Chinese without notes. Every class sends two speakers; families are welcome to listen.',
      nativeDescription: '脱稿中文演讲，每人两分钟。每班两名选手，欢迎家长来听。',
      place: 'Hall',
      isPublic: true,
      slots: lines(contestPosts).map(line => slot('2027-01-10', line)),
    },
    taken: { places: 4, from: '2026-11-10T15:00:00Z' },
  },
  {
    madeAt: '2026-11-10T15:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on(gala, '17:00', '20:30'),
      title: 'New Year gala',
      nativeTitle: '新春晚会',
      description:
        'Dinner, dances, chorus and the raffle for the Year of the Goat. Tickets are $8 at the door, children under 5 come free.',
      nativeDescription: '晚餐、舞蹈、合唱和羊年抽奖。门票每人 8 美元，当场购买；5 岁以下免费。',
      place: 'Hall and cafeteria',
      isPublic: true,
      takesRsvp: true,
      capacity: 640,
      rsvpClosesAt: '2027-02-06T20:00',
      slots: lines(galaPosts).map(line => slot(gala, line, { locksAt: '2027-02-11T20:00' })),
    },
    answers: { families: 32, from: '2026-11-11T13:00:00Z', to: '2027-02-06T22:00:00Z', largest: 7 },
    taken: { places: 11, from: '2026-11-12T13:00:00Z' },
  },
  {
    madeAt: '2026-11-10T16:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2027-03-20', '09:00', '12:30'),
      title: 'AP Chinese mock examination',
      nativeTitle: 'AP 中文模拟考试',
      description: 'The full exam under real conditions. Bring a laptop and headphones.',
      nativeDescription: '按真实考试流程完整模拟一次。请带笔记本电脑和耳机。',
      place: 'Library',
      audience: [{ kind: 'class', sectionId: sectionOf.get('AP Chinese')! }],
    },
  },
  {
    madeAt: '2026-11-10T16:00:00Z',
    status: 'published',
    event: {
      ...blank,
      ...on('2027-06-06', '16:15', '18:00'),
      title: 'Graduation',
      nativeTitle: '毕业典礼',
      description: 'We celebrate the graduates of grade 9 and AP, with ice cream for everybody.',
      nativeDescription: '为九年级和 AP 班的毕业生庆祝，人人有冰淇淋。',
      place: 'Hall',
      isPublic: true,
    },
  },
  {
    madeAt: '2026-11-18T15:00:00Z',
    status: 'draft',
    event: {
      ...blank,
      startsOn: '2027-07-12',
      endsOn: '2027-07-16',
      startTime: null,
      endTime: null,
      isAllDay: true,
      title: 'Summer camp',
      nativeTitle: '夏令营',
      description: 'Calligraphy, kung fu and cooking in the mornings.',
      nativeDescription: '上午书法、功夫和烹饪。',
      takesRsvp: true,
      capacity: 60,
    },
  },
]

type Family = { email: string; householdId: string; inG1A: boolean }

/** One guardian with an account for each household, in a fixed order. */
const listFamilies = ({ database: { db } }: Office): Promise<Family[]> =>
  rows<Family>(
    db,
    sql`
    select distinct on (h.id) a.email, h.id as "householdId", exists (
        select 1 from enrolments e join sections s on s.id = e.section_id join students st on st.id = e.student_id
        where s.name = 'G1-A' and st.household_id = h.id and e.status = 'active') as "inG1A"
    from households h join household_members m on m.household_id = h.id join persons p on p.id = m.person_id join accounts a on a.id = p.account_id
    where exists (select 1 from guardianships g join students st on st.id = g.student_id join enrolments e on e.student_id = st.id and e.status = 'active'
      where g.guardian_id = p.id and g.has_data_access and st.household_id = h.id)
      and exists (select 1 from role_grants r where r.person_id = p.id and r.role = 'parent' and r.ends_at is null)
      and a.email not in ('parent@lakeside.example', 'office@lakeside.example')
    order by h.id, m.contact_order, a.email`,
  )

const notes = [
  'We bring dumplings',
  'One vegetarian',
  'Grandparents come along',
  '我们带凉菜',
  '会晚到半小时',
  'No nuts, please',
]

/**
 * The year's events, with the answers and sign-ups by now. Events after `now` are only planned. The demo's parent has
 * not answered yet, so that there is something to do.
 */
export const holdEvents = async (office: Office, school: OpenedSchool, now: Date): Promise<void> => {
  await office.meet()
  // Sorted by email address, because ids differ each time the demo is filled.
  const families = (await listFamilies(office)).sort((a, b) => (a.email < b.email ? -1 : 1))
  // Nothing is created after `now`.
  const past = (instant: string, minutes = 0): Date =>
    new Date(Math.min(Date.parse(instant) + minutes * 60_000, now.getTime() - 60_000))
  await several([...planned(school).entries()], async ([turn, { event, status, madeAt, answers, taken }]) => {
    // Each event has its own generator, because events are created concurrently.
    const random = seeded(40 + turn)
    const made = await office.call(registrar.email, 'events-create', event, past(madeAt))
    if (status === 'draft') return
    const { slots } = await office.call(registrar.email, 'events-move', { id: made.id, to: status }, past(madeAt, 10))
    if (answers && now > new Date(answers.from)) {
      const span = (Math.min(Date.parse(answers.to), now.getTime()) - Date.parse(answers.from)) / 60_000
      const plans = random
        .shuffle(families)
        .slice(0, answers.families)
        .map((family, index) => ({
          family,
          chance: random.next(),
          partySize: random.int(2, answers.largest),
          note: random.chance(0.25) ? random.pick(notes) : '',
          minutes: (span * index) / answers.families,
        }))
      for (const { family, chance, partySize, note, minutes } of plans) {
        const answer = chance < 0.72 ? 'yes' : chance < 0.86 ? 'maybe' : 'no'
        const input = { eventId: made.id, householdId: family.householdId, answer, partySize, note } as const
        await office.call(family.email, 'events-answer', input, past(answers.from, minutes))
      }
    }
    if (taken && now > new Date(taken.from)) {
      const helpers = random.shuffle(
        event.audience[0]!.kind === 'class' ? families.filter(each => each.inG1A) : families,
      )
      const places = random.shuffle(slots.flatMap(each => Array.from({ length: each.capacity }, () => each.id)))
      const pairs = places.slice(0, taken.places).flatMap((slotId, index) => {
        const helper = helpers[index]
        return helper ? [{ slotId, email: helper.email }] : []
      })
      for (const [index, { slotId, email }] of pairs.entries())
        await office.call(email, 'events-takeSlot', { slotId, note: '' }, past(taken.from, index * 97))
    }
  })
}
