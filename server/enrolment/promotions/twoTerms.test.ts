import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { copyToSpring } from '#tests/spring.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
  // The spring is open for registration while the fall runs, with the fall's classes under their names.
  const termId = await copyToSpring(s, [s.grade1.id])
  const step = { fromTermId: s.term.id, toTermId: termId, step: 'continue', raisesGrades: false } as const
  const run = await s.ida.call('promotions-propose', { ...step, passPercent: null })
  await s.ida.call('promotions-move', { id: run.id, to: 'reviewed' })
  await s.ida.call('promotions-apply', { id: run.id, holdUntil: '2027-01-10', tell: false })
  await s.ida.call('terms-move', { id: termId, to: 'registration', opensClasses: true })
})
afterAll(() => s.drop())

test('a class of another term than the current one is listed with its term', async () => {
  type Listed = { name: string; otherTerm: { name: string; nativeName: string } | null }
  const named = (sections: readonly Listed[] = []) =>
    sections.filter(({ name }) => name === 'Grade 1').map(({ otherTerm }) => otherTerm?.name ?? '')
  const both = ['', 'Spring']
  const [mia] = (await s.ida.call('students-list', { search: 'Mia Wang' })).rows
  expect(named(mia!.sections)).toEqual(both)
  const [tom] = (await s.ida.call('teachers-list', { search: 'Tom' })).rows
  expect(named(tom!.sections)).toEqual(both)
  const [home] = await s.ann.call('parents-household', {})
  expect(named(home!.children[0]!.sections)).toEqual(both)
  expect(named(await s.ida.call('classes-names', {})).toSorted()).toEqual(both)
  // A teacher writes to one of the two, and assigns homework.
  expect(named(await s.tom.call('classes-list', {})).toSorted()).toEqual(both)
  const { classes } = await s.tom.call('assignments-toMark', {})
  expect(named(classes.map(({ section, otherTerm }) => ({ name: section, otherTerm })))).toEqual(both)
})

test('leaving a class of the next term names it, before and after', async () => {
  const [mia] = (await s.ida.call('students-list', { search: 'Mia Wang' })).rows
  const { sections } = await s.ida.call('students-get', { id: mia!.id })
  const { enrolmentId } = sections.find(({ term }) => term === 'Spring')!
  const preview = await s.ida.call('leavings-preview', { enrolmentId })
  expect(preview.otherTerm?.name).toBe('Spring')
  const { totalCents: agreedCents, freeCents: agreedFreeCents } = preview
  await s.ida.call('leavings-withdraw', { enrolmentId, agreedCents, agreedFreeCents, back: 'credit', note: '' })
  const [letter] = await rows<{ text: string }>(
    s.database.db,
    sql`select text from mails where "to" = 'ann@home.example' order by queued_at desc, id desc limit 1`,
  )
  expect(letter!.text).toContain('Grade 1 · Spring')
})

test('students whose spots are held in the next term aren’t archived while no term is running', async () => {
  await s.database.db.execute(sql`update terms set status = case when name = 'Spring' then 'draft' else 'closed' end`)
  const ids = (await s.ida.call('students-select', {})).map(({ id }) => id)
  const students = await s.ida.call('students-preview', { ids, act: 'archive' })
  expect(students.kept.map(({ name, reason }) => [name, reason])).toEqual([
    ['Zoe Li', 'STUDENT_ENROLLED'],
    ['Leo Wang', 'STUDENT_ENROLLED'],
  ])
  const families = (await s.ida.call('parents-select', {})).map(({ id }) => id)
  const { kept } = await s.ida.call('parents-preview', { ids: families, act: 'archive' })
  expect(new Set(kept.map(({ reason }) => reason))).toEqual(new Set(['FAMILY_ENROLLED']))
})
