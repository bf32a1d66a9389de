import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { rows } from '#server/platform/db.ts'
import { school, type SmallSchool } from '#tests/school.ts'
import { serve, type Served } from '#tests/served.ts'

let s: SmallSchool
let served: Served
beforeAll(async () => {
  s = await school()
  served = await serve(s, { isPaced: false })
})
afterAll(async () => {
  await served.close()
  await s.drop()
})

const sectionId = () => s.grade1.id
const idOf = async (name: string): Promise<string> =>
  (await s.ida.call('badges-list', { sectionId: sectionId() })).find(each => each.name === name)!.studentId
const rule = async (badges: boolean) => {
  const { signIn } = await s.ida.call('config-rules', {})
  await s.ida.call('config-changeSignIn', { ...signIn, badges })
}

const signIn = async (code: string) =>
  (await (await served.identity('v1/accounts:signInWithBadge', { code })).json()) as {
    idToken: string
    refreshToken: string
    error?: { message: string }
  }
type Answer = { result?: unknown; error?: { status: string; details?: { reason?: string } } }
const ask = async (name: string, idToken: string, data: object = {}): Promise<Answer> =>
  (await (await served.call(name, data, idToken)).json()) as Answer

describe('a badge', () => {
  test('is made only by the teacher of the class, and only if the school uses badges', async () => {
    const mia = await idOf('Mia Wang')
    const asked = { sectionId: sectionId(), studentIds: [mia] }
    await expect(s.tom.call('badges-make', asked)).rejects.toMatchObject({ details: { reason: 'BADGES_OFF' } })
    await rule(true)
    await expect(s.eve.call('badges-make', asked)).rejects.toMatchObject({ code: 'not-found' })
    await expect(s.ann.call('badges-make', asked)).rejects.toMatchObject({ code: 'permission-denied' })
    const [badge] = await s.tom.call('badges-make', asked)
    expect(badge).toMatchObject({ studentId: mia, name: 'Mia Wang', nativeName: '王美雅' })
    expect(badge!.code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    const listed = await s.tom.call('badges-list', { sectionId: sectionId() })
    expect(listed.map(each => [each.name, each.madeAt !== null])).toEqual([
      ['Zoe Li', false],
      ['Leo Wang', false],
      ['Mia Wang', true],
    ])
    expect(await s.eve.call('badges-list', { sectionId: sectionId() })).toEqual([])
    await expect(s.tom.call('badges-make', { sectionId: s.chess.id, studentIds: [mia] })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('is not stored in the database in readable form', async () => {
    const { 'Leo Wang': code = '' } = await s.badges(sectionId(), 'Leo Wang')
    const found = await rows<{ text: string }>(
      s.database.db,
      sql`select to_jsonb(b)::text as text from badges b union all select to_jsonb(o)::text from operations o union all select to_jsonb(a)::text from audit_entries a`,
    )
    expect(found.length).toBeGreaterThan(2)
    expect(found.filter(({ text }) => text.includes(code) || text.includes(code.replaceAll('-', '')))).toEqual([])
  })

  test('signs in however it is typed, as the student and with no other role', async () => {
    const { 'Mia Wang': code = '' } = await s.badges(sectionId(), 'Mia Wang')
    expect((await signIn('AAAA-BBBB-CCCC-DDDD')).error?.message).toBe('INVALID_BADGE')
    const { idToken } = await signIn(
      ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('o', '0').replaceAll('i', '1')} `,
    )
    expect((await ask('users-me', idToken)).result).toMatchObject({ name: 'Mia Wang', roles: ['student'], email: '' })
    // Functions for newcomers are not open to a child.
    expect((await ask('claims-offer', idToken)).error?.details?.reason).toBe('ROLE_NEEDED')
    expect((await ask('students-mine', idToken)).error?.details?.reason).toBe('ROLE_NEEDED')
    const [seen] = (await s.tom.call('badges-list', { sectionId: sectionId() })).filter(
      each => each.name === 'Mia Wang',
    )
    expect(seen!.lastUsedAt).not.toBeNull()
  })

  test('can’t set a password, add a passkey or close the account', async () => {
    const { 'Mia Wang': code = '' } = await s.badges(sectionId(), 'Mia Wang')
    const { idToken } = await signIn(code)
    const tryOut = async (path: string, body: object) => {
      const answer = await served.identity(path, { idToken, ...body })
      return ((await answer.json()) as { error?: { message: string } }).error?.message.split(' : ')[0]
    }
    expect(await tryOut('v1/accounts:update', { password: 'a new password' })).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v1/accounts:update', { displayName: 'Somebody' })).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v1/accounts:delete', {})).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v1/accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' })).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v2/accounts/passkeyEnrollment:start', {})).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v2/accounts/mfaEnrollment:start', { totpEnrollmentInfo: {} })).toBe('OPERATION_NOT_ALLOWED')
    expect(await tryOut('v1/accounts:lookup', {})).toBeUndefined()
  })

  test('that is replaced, ended, switched off or of an archived student signs no one in and ends its sessions', async () => {
    const isIn = async (idToken: string) => ((await ask('users-me', idToken)).result ?? null) !== null
    const enter = async () => {
      const { 'Mia Wang': code = '' } = await s.badges(sectionId(), 'Mia Wang')
      const { idToken, refreshToken } = await signIn(code)
      expect(await isIn(idToken)).toBe(true)
      return { code, idToken, refreshToken }
    }
    const isOut = async ({ code, idToken, refreshToken }: Awaited<ReturnType<typeof enter>>, why: string) => {
      expect(await isIn(idToken)).toBe(false)
      expect((await signIn(code)).error?.message).toContain(why)
      const renewed = await fetch(`${served.origin}/securetoken.googleapis.com/v1/token?key=k`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
      })
      return renewed.status
    }
    const mia = await idOf('Mia Wang')
    const first = await enter()
    const second = await enter()
    expect(await isOut(first, 'INVALID_BADGE')).toBe(400)
    expect(await isIn(second.idToken)).toBe(true)
    await s.tom.call('badges-end', { sectionId: sectionId(), studentIds: [mia] })
    expect(await isOut(second, 'INVALID_BADGE')).toBe(400)
    const third = await enter()
    await rule(false)
    expect(await isOut(third, 'OPERATION_NOT_ALLOWED')).toBe(400)
    const fourth = await enter()
    await s.database.db.execute(sql`update students set archived_at = now() where id = ${mia}::uuid`)
    await isOut(fourth, 'INVALID_BADGE')
    await s.database.db.execute(sql`update students set archived_at = null where id = ${mia}::uuid`)
  })
})

describe('a student', () => {
  test('sees and hands in only their own homework, and sees their own lessons', async () => {
    await s.badges(sectionId(), 'Mia Wang', 'Zoe Li')
    const [mia, zoe] = [s.learner('Mia Wang'), s.learner('Zoe Li')]
    const now = new Date('2026-09-20T18:00:00Z')
    const { id } = await s.tom.call(
      'assignments-create',
      {
        sectionId: sectionId(),
        title: 'My summer',
        nativeTitle: '我的夏天',
        instructions: 'Ten sentences.',
        kind: 'homework',
        takesText: true,
        takesFiles: true,
        due: { day: '2026-09-27', time: '13:00' },
        closes: null,
        maxPoints: 10,
        fileIds: [],
        status: 'published',
        publish: null,
      },
      { now },
    )
    const [miaId, zoeId] = [await idOf('Mia Wang'), await idOf('Zoe Li')]
    const { rows: listed } = await mia.call('assignments-history', {}, { now })
    expect(listed.map(({ studentId, title }) => [studentId, title])).toEqual([[miaId, 'My summer']])
    const handIn = { assignmentId: id, studentId: miaId, text: 'I swam.', fileIds: [] }
    const done = await mia.call('assignments-turnIn', handIn, { now })
    expect(done.work).toMatchObject({ status: 'turned-in', turns: [{ by: 'Mia Wang' }] })
    expect(
      (await s.ann.call('assignments-submission', { assignmentId: id, studentId: miaId }, { now })).work.turns,
    ).toHaveLength(1)
    // Zoe has the same homework; Mia can neither read nor write Zoe's.
    expect(
      (await zoe.call('assignments-submission', { assignmentId: id, studentId: zoeId }, { now })).work.studentId,
    ).toBe(zoeId)
    await expect(
      mia.call('assignments-submission', { assignmentId: id, studentId: zoeId }, { now }),
    ).rejects.toMatchObject({ code: 'not-found' })
    await expect(mia.call('assignments-turnIn', { ...handIn, studentId: zoeId }, { now })).rejects.toMatchObject({
      code: 'not-found',
    })

    const days = { from: '2026-09-13', to: '2026-09-30', mine: true }
    const lessons = await mia.call('events-meetings', days)
    expect(new Set(lessons.map(({ name }) => name))).toEqual(new Set(['Grade 1']))
    expect((await s.eve.call('events-meetings', days)).length).toBeGreaterThan(0)
  })
})
