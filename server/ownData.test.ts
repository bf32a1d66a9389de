import { sql } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { rows } from '#server/platform/db.ts'
import { type SignedIn, servedSchool } from '#tests/served.ts'

const { s, served } = servedSchool()

const ask = ({ cookie }: SignedIn, query = '') =>
  fetch(`${served.origin}/files/my-data.zip${query}`, { headers: { cookie } })
const contentsOf = async (answer: Response): Promise<Record<string, string>> => {
  expect(answer.status).toBe(200)
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer()))).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('utf8'),
    ]),
  )
}

describe('one’s own data', () => {
  test('has the family’s records by kind, as JSON and CSV, and nothing of another family', async () => {
    const ann = await contentsOf(await ask(await served.signIn('ann@home.example')))
    const children = JSON.parse(ann['json/children.json']!) as { name: string; sections: { name: string }[] }[]
    expect(children.map(({ name }) => name).sort()).toEqual(['Leo Wang', 'Mia Wang'])
    expect(ann['csv/payments.csv']).toMatch(/^\uFEFFhousehold,.*amountCents/)
    expect(ann['csv/payments.csv']).toContain('26000')
    expect(Object.keys(ann)).toEqual(
      expect.arrayContaining(['README.txt', 'json/account.json', 'json/households.json', 'json/attendance.json']),
    )
    expect(ann['README.txt']).toMatch(/^What .* holds about Ann Wang/)
    const bob = await contentsOf(await ask(await served.signIn('bob@home.example'), '?lang=zh'))
    expect(bob['README.txt']).toContain('您的家庭')
    expect(Object.values(ann).some(text => text.includes('bob@home.example'))).toBe(false)
    expect(Object.values(bob).some(text => text.includes('bob@home.example'))).toBe(true)
    expect(Object.values(bob).some(text => /Mia|Leo/.test(text))).toBe(false)
  })

  test('has each child’s marks as rows of the attendance table, not as text in a cell of the children', async () => {
    const roll = await s.tom.call('absences-roll', { meetingId: s.meetingId })
    const mia = roll.marks.find(({ name }) => name === 'Mia Wang')!
    await s.tom.call('absences-take', {
      meetingId: s.meetingId,
      marks: [{ enrolmentId: mia.enrolmentId, code: 'late', note: '' }],
    })
    const ann = await contentsOf(await ask(await served.signIn('ann@home.example')))
    const marks = JSON.parse(ann['json/attendance.json']!) as { student: string; meetingId: string; code: string }[]
    expect(marks.filter(({ meetingId, code }) => meetingId === s.meetingId && code !== null)).toMatchObject([
      { student: 'Mia Wang', code: 'late' },
    ])
    expect(ann['csv/attendance.csv']).toMatch(/^\uFEFFstudent,.*,code,/)
    expect(ann['csv/attendance.csv']).toMatch(/^Mia Wang,.*,late,/m)
    expect(ann['csv/children.csv']).not.toContain('meetingId')
    expect(ann['json/lessons.json']).toContain('isRollTaken')
  })

  test('says whose answers and grades each row has, and names households and people in both scripts', async () => {
    const { id } = await s.ida.call('forms-create', {
      about: 'student',
      kind: 'text',
      label: 'School in the week',
      nativeLabel: '',
      help: '',
      nativeHelp: '',
      options: [],
      isRequired: false,
      isAsked: true,
      teachersSee: false,
      termId: null,
    })
    await s.ann.call('parents-changeMe', { name: 'Ann Wang', nativeName: '王安', phone: '', language: 'en' })
    const children = await s.ann.call('students-mine', {})
    for (const { id: studentId, name } of children)
      await s.ann.call('forms-answer', { studentId, values: { [id]: `School of ${name}` } })
    const ann = await contentsOf(await ask(await served.signIn('ann@home.example'), '?lang=zh'))
    const answers = JSON.parse(ann['json/answers.json']!) as { student: string; value: string }[]
    expect(answers).toMatchObject(
      children.map(({ name }) => ({ student: name, value: `School of ${name}`, answeredByNativeName: '王安' })),
    )
    expect(ann['README.txt']).toMatch(/^湖畔保存的关于王安及家庭/)
    const grades = JSON.parse(ann['json/grades.json'] ?? '[]') as { student: string }[]
    for (const { student } of grades) expect(children.map(({ name }) => name)).toContain(student)
    expect(ann['csv/payments.csv']).toMatch(/^\uFEFFhousehold,householdNativeName,/)
  })

  test('of staff is only their account, even for the office, which sees every family', async () => {
    const ida = await contentsOf(await ask(await served.signIn('ida@school.example')))
    expect(Object.keys(ida).filter(name => name.startsWith('json/'))).toEqual([
      'json/account.json',
      'json/signIns.json',
    ])
    expect(Object.values(ida).some(text => text.includes('Wang'))).toBe(false)
  })

  test('of an officer who is also a guardian has only their own family', async () => {
    await s.database.db.execute(
      sql`insert into role_grants (id, person_id, role, area, starts_at) select gen_random_uuid(), p.id, 'admin', 'all', now() from persons p where p.email = 'ann@home.example'`,
    )
    const ann = await contentsOf(await ask(await served.signIn('ann@home.example')))
    const households = JSON.parse(ann['json/households.json']!) as { name: string }[]
    expect(households).toHaveLength(1)
    expect(Object.values(ann).some(text => text.includes('bob@home.example'))).toBe(false)
    await s.database.db.execute(
      sql`delete from role_grants r using persons p where p.id = r.person_id and p.email = 'ann@home.example' and r.role = 'admin'`,
    )
  })

  test('needs a recent sign-in, both for the download and for the request', async () => {
    const bob = await served.signIn('bob@home.example')
    expect((await ask(bob)).status).toBe(200)
    await s.database.db.execute(sql`update sign_ins set auth_time = auth_time - interval '10 minutes'`)
    const answer = await ask(bob)
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringMatching(/^Sign in again/)])
    await expect(s.bob.call('users-takeData', {})).resolves.toEqual({})
    const late = { ...(await s.bob.actor()), signedInAt: new Date(Date.now() - 600_000) }
    await expect(
      s.door.call({ name: 'users-takeData', data: { operationId: crypto.randomUUID() }, actor: late, address: '' }),
    ).rejects.toMatchObject({ details: { reason: 'RECENT_SIGN_IN_NEEDED' } })
  })

  test('is closed to guests, recorded in the audit trail and limited to six downloads an hour', async () => {
    expect((await fetch(`${served.origin}/files/my-data.zip`)).status).toBe(403)
    const tom = await served.signIn('tom@school.example')
    const begun = Date.now()
    const statuses: number[] = []
    for (let time = 0; time < 7; time += 1) statuses.push((await ask(tom)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    const trail = await rows(
      s.database.db,
      sql`select actor, count(*)::int as n from audit_entries where action = 'own-data-export' and actor = 'tom@school.example' group by actor`,
    )
    expect(trail).toEqual([{ actor: 'tom@school.example', n: 6 }])

    const again = async (later: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: begun + later })
      return (await ask(await served.signIn('tom@school.example'))).status
    }
    try {
      expect(await again(3_590_000)).toBe(429)
      expect(await again(3_700_000)).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})
