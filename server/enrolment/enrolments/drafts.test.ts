import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { rows } from '#server/platform/db.ts'
import { family, question, school, type SmallSchool } from '#tests/school.ts'
import { serve } from '#tests/served.ts'

let s: SmallSchool
beforeAll(async () => {
  s = await school()
})
afterAll(() => s.drop())

type Draft = Input<'enrolments-submit'>['draft']
const days = (n: number) => ({ now: new Date(s.clock.now.getTime() + n * 86_400_000) })
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  rows(s.database.db, sql`select subject, text from mails where "to" = ${email} order by queued_at, id`)

describe('a registration on several devices', () => {
  const draft = { address: '1 Lake Road', at: 'guardians' } as const
  test('resumes at the page where the family left it, and never overwrites a newer copy', async () => {
    const dot = await s.newcomer('dot@home.example')
    expect(await dot.call('enrolments-saveDraft', { draft, base: 0, device: 'phone' })).toEqual({ version: 1 })
    expect(await dot.call('enrolments-draft', {}, days(1))).toMatchObject({
      draft: { at: 'guardians' },
      version: 1,
      startedAt: s.clock.now.toISOString(),
    })
    // After a lost response, the same open page overwrites what it saved.
    expect(await dot.call('enrolments-saveDraft', { draft, base: 0, device: 'phone' })).toEqual({ version: 2 })
    await expect(
      dot.call('enrolments-saveDraft', { draft: { address: 'elsewhere' }, base: 1, device: 'desk' }),
    ).rejects.toMatchObject({ details: { reason: 'DRAFT_NEWER' } })
    expect((await dot.call('enrolments-draft', {})).draft?.address).toBe('1 Lake Road')
    expect(
      await dot.call('enrolments-saveDraft', { draft: { address: 'elsewhere' }, base: 2, device: 'desk' }),
    ).toEqual({ version: 3 })
  })

  test('keeps one of two simultaneous saves and refuses the other', async () => {
    const duo = await s.newcomer('duo@home.example')
    const save = (device: string) => duo.call('enrolments-saveDraft', { draft: { address: device }, base: 0, device })
    const answers = await Promise.allSettled([save('one'), save('other')])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a returning family', () => {
  test('sees when its record was last confirmed and what it signed, and signs only what asks again', async () => {
    const { draft, known } = await s.ann.call('enrolments-draft', {})
    expect(known).toMatchObject({
      household: 'Ann Wang',
      checkedAt: '2026-07-05T12:00:00.000Z',
      signed: [
        { kind: 'medical', level: 'granted', version: 1, signedName: 'Ann Wang' },
        { kind: 'photo', level: 'school' },
        { kind: 'policy', level: 'granted' },
      ],
    })
    expect(draft?.consents).toEqual({ levels: {}, signedName: '' })
    const back: Draft = {
      ...draft,
      termId: s.term.id,
      choices: [{ childKey: draft!.children[0]!.key, sectionId: s.chess.id }],
    }
    const signatures = async () =>
      (await rows<{ n: number }>(s.database.db, sql`select count(*)::int as n from consents`))[0]!.n
    const before = await signatures()
    await s.ida.call('policies-publish', { kind: 'policy', text: 'New rules', nativeText: '', asksAgain: true })
    await expect(s.ann.call('enrolments-submit', { draft: back, agreedCents: 15_000 })).rejects.toMatchObject({
      details: {
        fields: [
          { path: 'consents.levels.policy', message: 'tick' },
          { path: 'consents.signedName', message: 'empty' },
        ],
      },
    })
    await expect(
      s.register(s.ann, { ...back, consents: { levels: { policy: 'granted' }, signedName: 'Ann' } } as never),
    ).rejects.toMatchObject({ details: { fields: [{ path: 'consents.signedName', message: 'signature' }] } })
    await s.register(s.ann, { ...back, consents: { levels: { policy: 'granted' }, signedName: 'Ann Wang' } } as never)
    expect(await signatures()).toBe(before + 1)
    const copy = (await mailsTo('ann@home.example')).find(({ text }) => text.includes('New rules'))
    expect(copy?.text).toContain('(version 2): agreed')
    expect(copy?.text).toContain('Signed electronically with the name “Ann Wang”')
    // With everything signed, nothing is signed again and no copy is sent.
    const { draft: third } = await s.ann.call('enrolments-draft', {})
    expect(third?.consents.levels).toEqual({})
  })
})

describe('questions about a class', () => {
  test('are asked when it is chosen, block sending at their field, and are stored with the class', async () => {
    const piece = (await s.ida.call('forms-create', question({ label: 'Own chess board?', courseIds: [s.course.id] })))
      .id
    const other = await s.ida.call(
      'forms-create',
      question({ label: 'Played before?', sectionIds: [s.chess.id], isRequired: false }),
    )
    await expect(s.ida.call('forms-create', question({ label: 'Nowhere' }))).rejects.toMatchObject({
      details: { fields: [{ path: 'courseIds', message: 'choose' }] },
    })
    const asked = await s.bob.call('forms-asked', { termId: s.term.id })
    expect(asked.map(({ label, askedFor }) => [label, askedFor])).toEqual([
      ['Own chess board?', [s.grade1.id]],
      ['Played before?', [s.chess.id]],
    ])
    const cat = await s.newcomer('cat@home.example')
    const draft = family(
      { name: 'Cat Hu' },
      [{ key: 'a', name: 'Abe Hu', birthOn: '2019-01-01' }],
      [
        { childKey: 'a', sectionId: s.grade1.id },
        { childKey: 'a', sectionId: s.chess.id },
      ],
      s.term.id,
    )
    await expect(s.register(cat, draft)).rejects.toMatchObject({
      details: { fields: [{ path: `choices.0.answers.${piece}`, message: 'empty' }] },
    })
    const answered = {
      ...draft,
      choices: draft.choices.map(choice => ({
        ...choice,
        answers: choice.sectionId === s.grade1.id ? { [piece]: 'Yes' } : { [other.id]: 'Twice' },
      })),
    }
    await s.register(cat, answered)
    const abe = (await s.ida.call('students-list', { search: 'Abe' })).rows[0]!.id
    const seen = (answers: Awaited<ReturnType<typeof s.ida.call<'forms-answers'>>>) =>
      answers
        .map(({ field, value, section }) => [field.label, value, section?.name])
        .toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
    const both = [
      ['Own chess board?', 'Yes', 'Grade 1'],
      ['Played before?', 'Twice', 'Chess'],
    ]
    expect(seen(await s.ida.call('forms-answers', { studentId: abe }))).toEqual(both)
    expect(seen(await cat.call('forms-answers', { studentId: abe }))).toEqual(both)
    expect(seen(await s.tom.call('forms-answers', { studentId: abe }))).toEqual(both)
    expect(await s.bob.call('forms-answers', { studentId: abe })).toEqual([])
    // The answer given for one class is filled in when the question comes again.
    expect((await cat.call('enrolments-draft', {})).known?.classAnswers).toHaveLength(2)
    for (const id of [piece, other.id]) await s.ida.call('forms-archive', { id })
  })
})

describe('abandoned registrations', () => {
  test('can be listed and searched by the office only, and reminded at most once a week', async () => {
    const eva = await s.newcomer('eva@left.example', 'Eva Left')
    await eva.call('enrolments-saveDraft', {
      draft: {
        ...family({ name: 'Eva Left' }, [{ key: 'x', name: 'Xu Left', birthOn: '2019-01-01' }], [], s.term.id),
        choices: [{ childKey: 'x', sectionId: s.chess.id }],
        at: 'classes',
      },
    })
    const list = (over: Input<'enrolments-abandoned'> = {}, at = days(4)) =>
      s.ida.call('enrolments-abandoned', over, at)
    expect((await list({}, days(1))).rows.map(({ name }) => name)).not.toContain('Eva Left')
    const { rows: found } = await list({ search: 'xu left' })
    expect(found).toMatchObject([
      {
        name: 'Eva Left',
        email: 'eva@left.example',
        phone: '+1 555 0100',
        household: null,
        children: [{ name: 'Xu Left' }],
        sections: [{ name: 'Chess' }],
        at: 'classes',
        remindedAt: null,
        mayRemind: true,
      },
    ])
    for (const who of [s.ann, s.tom, eva])
      await expect(who.call('enrolments-abandoned', {})).rejects.toMatchObject({ code: 'permission-denied' })
    expect((await s.ida.call('audit-list', { action: 'enrolments-abandoned' })).rows).not.toEqual([])

    const accountIds = [found[0]!.accountId]
    const note = 'We are open on Sunday.'
    expect(await s.ida.call('enrolments-remind', { accountIds, note }, days(4))).toEqual({ mails: 1, tooSoon: 0 })
    expect((await mailsTo('eva@left.example')).at(-1)!.text).toContain(note)
    expect(await s.ida.call('enrolments-remind', { accountIds, note }, days(6))).toEqual({ mails: 0, tooSoon: 1 })
    expect((await list({ view: 'reminded' })).rows).toMatchObject([{ name: 'Eva Left', mayRemind: false }])
    expect(await s.ida.call('enrolments-remind', { accountIds, note: '' }, days(12))).toEqual({ mails: 1, tooSoon: 0 })

    const served = await serve(s)
    try {
      const { cookie } = await served.signIn(s.ida.email)
      const file = await fetch(`${served.origin}/files/begun.csv?lang=en&view=reminded&search=Eva`, {
        headers: { cookie },
      })
      expect(await file.text()).toMatch(
        /,Started,Last change,Reminded\r\nEva Left,.*Chess,Choosing classes(?:,\d{4}-\d\d-\d\d \d\d:\d\d){3}\r\n$/,
      )
    } finally {
      await served.close()
    }
  })
})
