import type { Crayon } from '#contract/values.ts'
import { crayons } from '#contract/values.ts'

export const programmes = [
  { name: 'Language', nativeName: '语言' },
  { name: 'Enrichment', nativeName: '才艺' },
  { name: 'Adult', nativeName: '成人' },
] as const
type ProgrammeName = (typeof programmes)[number]['name']

/** A class of the demo with its final figures. */
export type OfferedClass = {
  name: string
  nativeName: string
  programme: ProgrammeName
  course: { name: string; nativeName: string; level: number | null; description: string }
  enrolled: number
  capacity: number
  waiting: number
  ageFrom: number
  ageTo: number | null
  tuitionCents: number
  booksCents: number
  room: string
  startsAt: string
  endsAt: string
  crayon: Crayon
}

// name · Chinese · enrolled/capacity · waiting · ages · room · course | its Chinese name | level · description
const language = `
Pre-K · 学前班 · 16/17 · 4 · 4–5 · 101 · Pre-K | 学前班 | 0 · Songs, stories and first words; parents may stay for the first two Sundays.
K-A · 幼儿园甲班 · 18/18 · 5 · 5–6 · 102 · Kindergarten | 幼儿园 | 0 · Listening, speaking and the strokes of the first sixty characters.
K-B · 幼儿园乙班 · 15/18 · 0 · 5–6 · 103 · Kindergarten
G1-A · 一年级甲班 · 19/20 · 0 · 6–8 · 104 · Grade 1 | 一年级 | 1 · Pinyin, a hundred and twenty characters and short dialogues.
G1-B · 一年级乙班 · 17/20 · 0 · 6–8 · 105 · Grade 1
G2-A · 二年级甲班 · 20/20 · 3 · 7–9 · 106 · Grade 2 | 二年级 | 2 · Reading aloud, weather, food and family; first written sentences.
G2-B · 二年级乙班 · 14/20 · 0 · 7–9 · 107 · Grade 2
G3-A · 三年级甲班 · 19/20 · 0 · 8–10 · 108 · Grade 3 | 三年级 | 3 · Short stories, measure words and a diary of ten sentences.
G3-B · 三年级乙班 · 13/20 · 0 · 8–10 · 109 · Grade 3
G4 · 四年级 · 20/20 · 2 · 9–11 · 110 · Grade 4 | 四年级 | 4 · Fables and idioms, dictionary work and letters to a pen friend.
G5 · 五年级 · 18/20 · 0 · 10–12 · 111 · Grade 5 | 五年级 | 5 · Festivals, geography and the first essay of two hundred characters.
G6 · 六年级 · 16/20 · 0 · 11–13 · 112 · Grade 6 | 六年级 | 6 · Legends, news and speeches; typing in Chinese.
G7 · 七年级 · 13/20 · 0 · 12–14 · 201 · Grade 7 | 七年级 | 7 · Longer texts, classical sayings and discussion.
G8 · 八年级 · 11/20 · 0 · 13–15 · 202 · Grade 8 | 八年级 | 8 · Modern prose, film and argument.
G9 · 九年级 · 9/18 · 0 · 14–16 · 203 · Grade 9 | 九年级 | 9 · Literature, translation and preparation for AP.
AP Chinese · AP 中文 · 12/18 · 0 · 14–18 · 204 · AP Chinese | AP 中文 | 10 · The AP Chinese Language and Culture course with three mock examinations.
CSL 1 · 双语一班 · 14/16 · 0 · 6–10 · 205 · Bilingual Chinese (CSL) 1 | 双语中文一 | · For children who hear no Chinese at home: taught in two languages, speaking first.
CSL 2 · 双语二班 · 11/16 · 0 · 7–12 · 206 · Bilingual Chinese (CSL) 2 | 双语中文二 | · Everyday talk, two hundred characters and reading with pinyin.
CSL 3 · 双语三班 · 8/16 · 0 · 9–15 · 207 · Bilingual Chinese (CSL) 3 | 双语中文三 | · Short texts without pinyin and conversation about school, travel and sport.`
const enrichment = `
Chess 1 · 国际象棋一班 · 12/12 · 2 · 6–11 · 101 · Chess 1 | 国际象棋一 | · Openings, forks and fair play; boards are ours.
Chess 2 · 国际象棋二班 · 8/12 · 0 · 8–15 · 102 · Chess 2 | 国际象棋二 | · Endgames and a tournament each month.
Dance A · 舞蹈甲班 · 15/16 · 0 · 4–8 · Hall · Dance A | 舞蹈甲 | · Folk dance with fans and ribbons; on stage at the New Year gala.
Dance B · 舞蹈乙班 · 9/16 · 0 · 8–15 · Stage · Dance B | 舞蹈乙 | · Classical and folk dance for those who have danced before.
Drawing 1 · 绘画一班 · 14/14 · 6 · 4–9 · Art room · Drawing 1 | 绘画一 | · Pencil, colour and collage; materials are included.
Drawing 2 · 绘画二班 · 10/14 · 0 · 8–15 · 110 · Drawing 2 | 绘画二 | · Perspective, ink and a portfolio.
Calligraphy · 书法 · 8/12 · 0 · 7–17 · 109 · Calligraphy | 书法 | · Brush, ink and the order of strokes.
Math 3–5 · 数学（3–5 年级） · 18/20 · 0 · 8–11 · 111 · Math 3–5 | 数学 3–5 | · Problem solving for grades 3 to 5.
Math 6–8 · 数学（6–8 年级） · 11/20 · 0 · 11–14 · 112 · Math 6–8 | 数学 6–8 | · Contest mathematics for grades 6 to 8.
Robotics · 机器人 · 12/12 · 4 · 8–14 · Library · Robotics | 机器人 | · Teams of two build and program a robot for the spring league.
Go · 围棋 · 7/12 · 0 · 7–17 · 201 · Go | 围棋 | · From capture games to the full board.
Badminton · 羽毛球 · 16/16 · 0 · 8–18 · Gym · Badminton | 羽毛球 | · Footwork, doubles and much running; bring indoor shoes.
Kung Fu · 功夫 · 13/16 · 0 · 4–14 · Cafeteria · Kung Fu | 功夫 | · Stances, forms and self-control.
Chorus · 合唱团 · 9/20 · 0 · 6–18 · Music room · Chorus | 合唱团 | · Two-part singing in Chinese and English.`
const adult = `
Tai Chi · 太极拳 · 14/20 · 0 · 18– · Atrium · Tai Chi | 太极拳 | · The 24-step form for parents and grandparents while the children are busy.`

/** Seats added to a class in the middle of the term. */
export const laterSeats = { name: 'Pre-K', seats: 1 } as const

const fees = {
  Language: { tuitionCents: 26_000, booksCents: 2500, startsAt: '14:00', endsAt: '15:50' },
  Enrichment: { tuitionCents: 15_000, booksCents: 0, startsAt: '16:05', endsAt: '17:00' },
  Adult: { tuitionCents: 9000, booksCents: 0, startsAt: '16:05', endsAt: '17:00' },
} as const
const advancedCents = 32_000

const courses = new Map<string, OfferedClass['course']>()
const read = (programme: ProgrammeName, text: string): Omit<OfferedClass, 'crayon'>[] =>
  text
    .trim()
    .split('\n')
    .map(line => {
      const [name, nativeName, seats, waiting, ages, room, course, description] = line.split(' · ') as string[]
      const [courseName, courseNative, level] = course!.split('|').map(part => part.trim())
      const known = courses.get(courseName!)
      const made = known ?? {
        name: courseName!,
        nativeName: courseNative ?? '',
        level: level ? Number(level) : null,
        description: description ?? '',
      }
      courses.set(courseName!, made)
      const [enrolled, capacity] = seats!.split('/').map(Number)
      const [ageFrom, ageTo] = ages!.split('–')
      return {
        name: name!,
        nativeName: nativeName!,
        programme,
        course: made,
        enrolled: enrolled!,
        capacity: capacity!,
        waiting: Number(waiting),
        ageFrom: Number(ageFrom),
        ageTo: ageTo ? Number(ageTo) : null,
        room: room!,
        ...fees[programme],
        ...(name === 'AP Chinese' ? { tuitionCents: advancedCents } : {}),
      }
    })

/** Every class of Fall 2026: 19 language classes, 14 enrichment classes, and tai chi for adults. */
export const offer: readonly OfferedClass[] = [
  ...read('Language', language),
  ...read('Enrichment', enrichment),
  ...read('Adult', adult),
].map((each, index) => ({ ...each, crayon: crayons[index % crayons.length]! }))

export const languageClasses = offer.filter(({ programme }) => programme === 'Language')
export const enrichmentClasses = offer.filter(({ programme }) => programme === 'Enrichment')
export const adultClass = offer.find(({ programme }) => programme === 'Adult')!

/** Rooms with their capacity. */
export const rooms: readonly { name: string; capacity: number }[] = [...new Set(offer.map(({ room }) => room))].map(
  name => ({ name, capacity: { Gym: 60, Hall: 120, Cafeteria: 150, Atrium: 60, Stage: 30 }[name] ?? 26 }),
)

/** The class with a name. Throws if there is none. */
export const classNamed = (name: string): OfferedClass => {
  const found = offer.find(each => each.name === name)
  if (!found) throw new Error(`the demo has no class ${name}`)
  return found
}
