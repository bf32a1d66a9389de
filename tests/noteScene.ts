import { sql } from 'drizzle-orm'
import { eachField, fieldsIn, isSealed, type StudentField } from '#contract/studentFields.ts'
import { rows } from '#server/platform/db.ts'
import { family, type SmallSchool } from './school.ts'

/** The mark in every note of the scene, and in no other text. */
export const mark = 'Zebrafish'
const markedPhone = '+1 555 735 7157'
/** True when a text contains the mark or the phone number of a note. */
export const tells = (text: string): boolean => /zebrafish|735.?7157/i.test(text)

const noteOf = (field: StudentField, turn: number): string =>
  field.endsWith('Phone') ? markedPhone : `${mark} ${field} ${turn}`
export const cardOf = (turn: number) => eachField(fieldsIn('card'), field => noteOf(field, turn))
const childOf = (name: string, turn: number) =>
  eachField(fieldsIn('office'), field =>
    field === 'name' ? name : field === 'birthOn' ? '2017-05-06' : isSealed(field) ? noteOf(field, turn) : '',
  )
const fileOf = (lines: readonly string[]) => ({
  fileName: 'families.csv',
  bytes: Buffer.from(lines.join('\n')).toString('base64'),
})
const headings = 'Student Name,Birthday,Mother,Mother Email,Father,Father Email,Custody,Allergies,Medical notes,T-shirt'
const line = (child: string, custody: string, allergies = `${mark} in a sheet`) =>
  `${child},2016-03-04,Ana ${child},ana.${child.split(' ')[1]}@example.com,Ben ${child},ben.${child.split(' ')[1]}@example.com,${custody},${allergies},${mark} chart,${mark} ${'long '.repeat(20)}`

/** A small school with a note in every place that can hold one, each written through the door. */
export const noteScene = async (s: SmallSchool) => {
  const home = s.annRegistration.householdId
  const idOf = async (name: string) =>
    (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = ${name}`))[0]!.id
  const [mia, zoe] = [await idOf('Mia Wang'), await idOf('Zoe Li')]

  // The record: written by the office and by the family, and changed during a confirmation round.
  const { id: nina } = await s.ida.call('students-create', { householdId: home, ...childOf('Nina Wang', 1) })
  await s.ann.call('students-changeMedical', { id: mia, ...cardOf(1) })
  await s.ida.call('students-changeCustody', { id: mia, note: `${mark} every second weekend` })
  const { id: roundId } = await s.ida.call('confirmations-start', { dueOn: '2026-10-31' })
  await s.ida.call('students-change', { id: nina, ...childOf('Nina Wang', 2) })
  await s.ann.call('students-changeMedical', { id: mia, ...cardOf(2) })
  await s.ann.call('confirmations-confirm', { roundId, householdId: home })

  // A submitted registration, an unfinished one, and a trial for an unknown child.
  const dora = await s.newcomer('dora@home.example', 'Dora')
  const ofDora = family(
    { name: 'Dora Low' },
    [{ key: 'tim', name: 'Tim Low', birthOn: '2018-02-02' }],
    [{ childKey: 'tim', sectionId: s.chess.id }],
    s.term.id,
  )
  const noted = fieldsIn('registration').filter(isSealed)
  const withNotes = {
    ...ofDora,
    children: ofDora.children.map(child => ({ ...child, ...eachField(noted, field => noteOf(field, 3)) })),
  }
  await s.register(dora, withNotes)
  const eva = await s.newcomer('eva@home.example', 'Eva')
  await eva.call('enrolments-saveDraft', { draft: withNotes, base: 0, device: 'phone' })
  const section = (await s.ida.call('classes-list', { termId: s.term.id })).find(({ id }) => id === s.chess.id)
  await s.ida.call('classes-change', { ...section!, capacity: 9, trialCents: 0, trialNeedsApproval: false } as never)
  const { days } = await s.anybody.call('visits-days', { sectionId: s.chess.id })
  const fay = await s.newcomer('fay@home.example', 'Fay')
  const guest = eachField(fieldsIn('visit'), field => (isSealed(field) ? noteOf(field, 4) : ''))
  await fay.call('visits-ask', {
    sectionId: s.chess.id,
    onDay: days[3]!.onDay,
    kind: 'trial',
    studentId: null,
    child: { ...guest, name: 'Gil Fay', birthOn: '2017-01-01' },
    guardian: { name: 'Fay Fay', phone: '+1 555 0142' },
    note: '',
    agreedCents: 0,
  })

  // Attendance, whose answer is stored for a retry.
  const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
  const marks = roll.marks.map(({ enrolmentId }) => ({ enrolmentId, code: 'present' as const, note: '' }))
  const rollId = crypto.randomUUID()
  const taken = await s.tom.call('absences-take', { meetingId: s.meetingId, marks }, { operationId: rollId })

  // An import in draft with an open question, and an applied one that can be undone.
  const { id: draftId } = await s.ida.call(
    'imports-start',
    fileOf([headings, line('Uma Voss', `${mark} ask first`), line('Ina Gray', '')]),
  )
  const { id: importId } = await s.ida.call(
    'imports-start',
    fileOf([headings, line('Max Corbin', 'Sole custody to the mother'), line('', '')]),
  )
  const { counts } = await s.ida.call('imports-get', { id: importId })
  const { batchId } = await s.ida.call('imports-apply', { id: importId, counts })

  // A merge of two records, which can be undone.
  const pair = {
    of: 'student' as const,
    keepId: (await s.ida.call('students-create', { householdId: home, ...childOf('Olga Wang', 5) })).id,
    dropId: (await s.ida.call('students-create', { householdId: home, ...childOf('Olga Wang', 6) })).id,
  }
  for (const [id, turn] of [
    [pair.keepId, 5],
    [pair.dropId, 6],
  ] as const) {
    await s.ida.call('students-changeMedical', { id, ...cardOf(turn) })
    await s.ida.call('students-changeCustody', { id, note: `${mark} custody ${turn}` })
  }
  const { mark: state } = await s.ida.call('duplicates-compare', pair)
  const merged = await s.ida.call('duplicates-merge', { ...pair, choose: {}, mark: state })
  return { home, mia, zoe, nina, roundId, dora, eva, rollId, marks, taken, draftId, importId, batchId, pair, merged }
}
export type NoteScene = Awaited<ReturnType<typeof noteScene>>
