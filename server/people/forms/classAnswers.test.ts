import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { glyphsOf } from '#tests/pdf.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'

let s: SmallSchool
let mia: string
let costume: string
const base = {
  about: 'class' as const,
  kind: 'text' as const,
  nativeLabel: '',
  help: '',
  nativeHelp: '',
  options: [],
  isRequired: false,
  isAsked: true,
  teachersSee: true,
  termId: null,
}
beforeAll(async () => {
  s = await school()
  ;[{ id: mia }] = (await rows<{ id: string }>(s.database.db, sql`select id from persons where name = 'Mia Wang'`)) as [
    { id: string },
  ]
  costume = (await s.ida.call('forms-create', { ...base, label: 'Costume size', sectionIds: [s.grade1.id] })).id
})
afterAll(() => s.drop())

const answer = (value: string) => ({ studentId: mia, sectionId: s.grade1.id, values: { [costume]: value } })

test('the office answers a class question, and earlier answers stay on record', async () => {
  // Mia registered before the question existed: the office sees that it is unanswered, and her family is not asked
  // again.
  expect(await s.ida.call('forms-answers', { studentId: mia })).toMatchObject([
    { field: { label: 'Costume size' }, value: null, section: { id: s.grade1.id } },
  ])
  expect(await s.ann.call('forms-answers', { studentId: mia })).toEqual([])
  expect(await s.ida.call('forms-answer', answer('S'))).toEqual({ changed: 1 })
  expect(await s.ida.call('forms-answer', answer('S'))).toEqual({ changed: 0 })
  expect(await s.ida.call('forms-answer', answer('M'))).toEqual({ changed: 1 })
  expect(await s.ann.call('forms-answers', { studentId: mia })).toMatchObject([
    { value: 'M', answeredBy: 'Ida Office' },
  ])
  expect((await s.ida.call('forms-history', { fieldId: costume, studentId: mia })).map(({ value }) => value)).toEqual([
    'M',
    'S',
  ])
  await expect(s.ann.call('forms-answer', answer('L'))).rejects.toMatchObject({ details: { reason: 'ROLE_NEEDED' } })
  // A question for one class is not asked for another.
  await expect(s.ida.call('forms-answer', { ...answer('L'), sectionId: s.chess.id })).rejects.toMatchObject({
    details: { reason: 'NOT_FOUND' },
  })
})

test('a class question is a column in the file of its class, and in no other', async () => {
  const served = await serve(s)
  try {
    const { cookie } = await served.signIn('ida@school.example')
    const linesOf = async (query: string) =>
      (await (await fetch(`${served.origin}/files/students.csv?${query}`, { headers: { cookie } })).text()).split(
        '\r\n',
      )
    const [head = '', ...lines] = await linesOf(`sectionId=${s.grade1.id}&lang=en`)
    const at = head.split(',').indexOf('Costume size')
    expect(lines.find(line => line.startsWith('Mia Wang'))!.split(',')[at]).toBe('M')
    expect((await linesOf('lang=en'))[0]).not.toContain('Costume size')
    const printed = await fetch(`${served.origin}/files/class-lists.pdf?section=${s.grade1.id}&lang=zh`, {
      headers: { cookie },
    })
    expect(printed.status).toBe(200)
    const text = glyphsOf(Buffer.from(await printed.arrayBuffer()))
      .map(glyph => glyph.text)
      .join('')
    expect(text).toContain('Costume size：M')
  } finally {
    await served.close()
  }
})
