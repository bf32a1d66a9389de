import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { counted } from '#tests/journeys/counted.ts'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { signIn } from '#tests/journeys/session.ts'

// A family from last year returns with two children, on a phone. Another family asks the office.
const password = 'lakeside-demo'

const { lantern, sit, sitAs, seats } = openSchool()

beforeAll(async () => {
  // A year has passed: the children's enrolments have ended, and the rules have a new version to sign.
  await lantern.sql(`update school.enrolments set status = 'withdrawn', ended_at = now() where student_id in (
    select g.student_id from school.guardianships g join school.persons p on p.id = g.guardian_id join school.accounts a on a.id = p.account_id where a.email = 'parent@lakeside.example')`)
  await lantern.sql(`update school.registrations set submitted_at = submitted_at - interval '13 months'`)
  await lantern.sql(`delete from school.confirmations`)
  await lantern.sql(`insert into school.policy_versions (id, kind, number, text, native_text, asks_again, published_at)
    select gen_random_uuid(), 'policy', max(number) + 1, 'The rules of this year.', '今年的校规。', true, now() from school.policy_versions where kind = 'policy'`)
})

/**
 * Makes a change, and waits until the school has saved it, identified by its text: "Saved" may still be shown from
 * before.
 */
const saved = async (page: Page, words: string, change: () => Promise<void>): Promise<void> => {
  await Promise.all([
    page.waitForResponse(
      each =>
        each.url().endsWith('/fn/enrolments-saveDraft') &&
        each.ok() &&
        each.request().postData()?.includes(words) === true,
    ),
    change(),
  ])
}

describe('a returning family', () => {
  let parent: Seat

  test('registers two children in four pages and under 90 seconds by the model', async () => {
    parent = await sit({ width: 'phone' })
    const { page } = parent
    const hand = counted(page)
    await page.goto('/login?next=/registration')
    await hand.read('Welcome back')
    await hand.type(page.getByLabel('Email'), 'parent@lakeside.example')
    await hand.type(page.getByLabel('Password', { exact: true }), password)
    await hand.tap(page.getByRole('button', { name: 'Sign in', exact: true }))

    await hand.read('Is this still right?')
    // Entries older than a year are marked, and new policies are signed here.
    await page.getByText('Please check').first().waitFor()
    await page.getByText('The rules of this year.').waitFor()
    await inspect(parent, 'returning-check-phone')
    await hand.tap(page.getByRole('checkbox', { name: 'This is still right for all' }))
    await hand.tap(page.getByRole('checkbox', { name: /I have read and accept the school/ }))
    await hand.type(page.getByLabel('Sign with your full name'), 'Jing Liu')
    await hand.tap(page.getByRole('button', { name: 'All correct, choose classes' }))

    await hand.read('Choose classes')
    // A family that comes in the middle of a term isn't told that it is still to start.
    await page.getByText(/^Fall 2026 began on Sunday, September 13, 2026\./).waitFor()
    const section = (child: string) => page.getByRole('region', { name: child, exact: true })
    await hand.tap(section('Emily Wang').locator('label', { hasText: 'Kung Fu' }))
    await hand.tap(section('Lucas Wang').locator('label', { hasText: 'Kung Fu' }))
    await page.getByText('2 in the lottery', { exact: true }).first().waitFor()
    await hand.tap(page.getByRole('button', { name: 'Continue', exact: true }))

    await hand.read('Check and send')
    await inspect(parent, 'returning-summary-phone')
    await hand.tap(page.getByRole('button', { name: 'Send registration' }))
    await page.getByRole('heading', { name: 'Your registration is in' }).waitFor()

    process.stdout.write(hand.summary('the returning family'))
    expect(hand.count.pages).toBe(4)
    expect(hand.count.taps).toBeLessThanOrEqual(12)
    expect(hand.count.keys).toBeLessThanOrEqual(50)
    expect(hand.seconds()).toBeLessThan(90)
    const [kept] = await lantern.sql<{ families: number; signed: number }>(
      `select (select count(*)::int from school.households) as families, (select count(*)::int from school.consents c join school.policy_versions v on v.id = c.version_id
        where v.text = 'The rules of this year.' and c.signed_name = 'Jing Liu') as signed`,
    )
    expect(kept).toEqual({ families: 212, signed: 1 })
    expect(await lantern.mail('parent@lakeside.example', 'Signed electronically')).toContain('The rules of this year.')
  })

  test('changes a section and is back on the check page', async () => {
    const { page } = parent
    await page.goto('/registration')
    await page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    await page.getByRole('link', { name: 'Change You' }).click()
    await page.getByLabel('Phone').fill('+1 585 555 0199')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    await page.getByText('+1 585 555 0199').waitFor()
    await page.getByRole('link', { name: 'Change Photos and consents' }).click()
    await page.getByText('Emergency medical care').waitFor()
    await inspect(parent, 'returning-consents-phone')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('+1 585 555 0199').waitFor()
  })

  test('continues on another device in Chinese, and conflicting changes are reported', async () => {
    const other = await sit({ width: 'phone', language: 'zh', dark: true })
    await other.page.goto('/login?next=/registration')
    await other.page.locator('input[type=email]').fill('parent@lakeside.example')
    await other.page.locator('input[type=password]').fill(password)
    await other.page.locator('button[type=submit]').click()
    await other.page.getByRole('heading', { name: '这些还对吗？' }).waitFor()
    await other.page.getByText('+1 585 555 0199').waitFor()
    await inspect(other, 'returning-check-phone-zh-dark')
    // Both devices make changes: nothing is lost, and the later one reports the conflict.
    const { page } = parent
    await saved(page, '"healthSaid":true', () =>
      page.getByRole('checkbox', { name: 'This is still right for all' }).click(),
    )
    await page.getByText('Saved', { exact: true }).waitFor()
    // Identical changes on both devices cause no question.
    await other.page.getByRole('checkbox', { name: '以上仍然正确' }).click()
    await other.page.getByText('已保存', { exact: true }).waitFor()
    expect(await other.page.getByText('您在另一台设备上继续填过').count()).toBe(0)
    await page.getByRole('link', { name: 'Change Emergency contacts' }).click()
    await saved(page, 'Min Huang-Li', () => page.getByLabel('Full name').first().fill('Min Huang-Li'))
    await page.getByText('Saved', { exact: true }).waitFor()
    await other.page.getByRole('link', { name: /修改\s*您/ }).click()
    await other.page.locator('input[type=tel]').first().fill('+1 585 555 0111')
    await other.page.getByText('您在另一台设备上继续填过').waitFor()
    await inspect(other, 'returning-newer-phone-zh-dark')
    await other.page.getByRole('button', { name: '保留这里的' }).click()
    await other.page.getByText('已保存', { exact: true }).waitFor()
  })
})

describe('a family that looked at the running term and returns once the next one is open', () => {
  test('begins with the next one, and is told so before sending', async () => {
    await lantern.sql(`update school.terms set status = 'registration' where name = 'Spring 2027'`)
    await lantern.sql(`update school.registration_windows set opens_at = '2026-09-01T12:00:00Z'
      where term_id = (select id from school.terms where name = 'Spring 2027')`)
    await lantern.sql(
      `insert into school.sections select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'status', 'open',
        'term_id', (select id from school.terms where name = 'Spring 2027')))).* from school.sections s
        join school.terms t on t.id = s.term_id where t.name = 'Fall 2026' and s.name like 'Calligraphy%'`,
    )
    await lantern.sql(
      `update school.drafts set draft = draft || jsonb_build_object('choices', '[]'::jsonb, 'at', 'check',
        'termId', (select id from school.terms where name = 'Fall 2026'))
        where account_id = (select id from school.accounts where email = 'parent@lakeside.example')`,
    )
    const parent = await sitAs('parent', { width: 'phone' })
    const { page } = parent
    await page.goto('/registration')
    await page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    await page.getByRole('checkbox', { name: 'This is still right for all' }).check()
    await page.getByRole('button', { name: 'All correct, choose classes' }).click()
    await page.getByText(/^Spring 2027 starts on/).waitFor()
    await inspect(parent, 'returning-next-term-phone')
    // Whoever does want the running term chooses it and stays there.
    const term = (name: string) => page.getByRole('radio', { name })
    await term('Fall 2026').click()
    await page.getByText(/^Fall 2026 began on/).waitFor()
    await term('Spring 2027').click()
    await page.getByText(/^Spring 2027 starts on/).waitFor()
    await page
      .getByRole('region', { name: 'Emily Wang', exact: true })
      .locator('label', { hasText: 'Calligraphy' })
      .first()
      .click()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText(/^This is for Spring 2027\./).waitFor()
    await inspect(parent, 'returning-next-term-summary-phone')

    const desk = await sitAs('parent', { width: 'desktop', language: 'zh' })
    await desk.page.goto('/registration2')
    await desk.page.getByRole('heading', { name: '选择课程' }).waitFor()
    await inspect(desk, 'returning-next-term-zh')
    await desk.page.goto('/registration2?step=summary')
    await desk.page
      .getByText(/2027 春季/)
      .first()
      .waitFor()
    await inspect(desk, 'returning-next-term-summary-zh')
  })
})

describe('someone whose family is on file', () => {
  test('is asked at once whether it is theirs, and then only has to check it', async () => {
    const [known] = await lantern.sql<{ email: string }>(
      `select a.email from school.accounts a join school.persons p on p.email = a.email where p.account_id is null and not exists (select 1 from school.persons q where q.account_id = a.id) limit 1`,
    )
    const seat = await sit({ width: 'phone' })
    await signIn(seat.page, known!.email, password)
    await seat.page.goto('/registration')
    await seat.page.getByRole('heading', { name: /^Are you the .* family with/ }).waitFor()
    await inspect(seat, 'claim-offer-phone')
    await seat.page.getByRole('button', { name: /Yes, that’s us/ }).click()
    await seat.page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    await inspect(seat, 'claim-taken-phone')
  })

  test('claims the family with a code sent to the old address', async () => {
    const [child] = await lantern.sql<{ name: string; birth_on: string; email: string; household: string }>(
      `select c.name, c.birth_on::text, p.email, h.name as household from school.persons p join school.guardianships g on g.guardian_id = p.id and g.has_data_access join school.persons c on c.id = g.student_id
        join school.students s on s.id = c.id join school.households h on h.id = s.household_id
        where p.account_id is null and p.email <> '' and p.language = 'en' and not exists (select 1 from school.accounts a where a.email = p.email) order by p.email limit 1`,
    )
    const seat = await sit({ width: 'phone', dark: true })
    await signIn(seat.page, 'marta.nowak@mail.example', password)
    const { page } = seat
    await page.goto('/registration?step=you')
    await page.getByRole('link', { name: 'Find your family' }).click()
    await page.getByRole('heading', { name: 'Find your family' }).waitFor()
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByText('Enter your child’s name.').first().waitFor()
    await inspect(seat, 'claim-find-phone-dark')
    await page.getByLabel('Your child’s full name').fill(child!.name)
    const [year, month, day] = child!.birth_on.split('-')
    const born = page.getByRole('group', { name: 'Date of birth' })
    await born.getByLabel('Day').fill(String(Number(day)))
    await born.getByLabel('Month').fill(String(Number(month)))
    await born.getByLabel('Year').fill(year!)
    await page.getByRole('button', { name: 'Send a code' }).click()
    await page.getByLabel('Code from the email').fill('0000 0000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('That code is wrong. You have 4 more tries.').first().waitFor()
    await inspect(seat, 'claim-code-phone-dark')
    const letter = await lantern.mail(child!.email, 'enter this code')
    await page.getByLabel('Code from the email').fill(/\n(\d{4} \d{4})\n/.exec(letter)![1]!)
    await page.getByRole('button', { name: 'Continue' }).click()
    // Nothing is linked until the family confirms that it is theirs.
    await page.getByRole('region', { name: 'Is this your family?' }).waitFor()
    await inspect(seat, 'claim-is-yours-phone-dark')
    await page.getByRole('button', { name: 'Yes, that’s us' }).click()
    await page.getByRole('heading', { name: 'Is this still right?' }).waitFor()
    await page.getByText(child!.name, { exact: true }).first().waitFor()
  })
})

describe('the office', () => {
  let office: Seat
  test('links an account to its family, and offers help with an unfinished registration', async () => {
    office = await sit({ width: 'desktop' })
    const { page } = office
    await signIn(page, 'office@lakeside.example', password)
    await page.goto('/admindashboard?show=claims')
    await page.getByRole('heading', { name: 'Account claims' }).waitFor()
    await page.getByText('Same child').first().waitFor()
    await inspect(office, 'office-claims')
    await page.getByRole('button', { name: /^Link guiying.su@newmail.example to Guiying Su/ }).click()
    await page.getByText('No account claims.').waitFor()
    expect(await lantern.mail('guiying.su@newmail.example', '教务处已找到您的家庭')).toContain('Guiying Su')

    await page.goto('/adminparent?view=begun')
    await page.getByRole('heading', { name: 'Unfinished registrations' }).waitFor()
    await page.getByText('Anita Desai').first().waitFor()
    await inspect(office, 'office-begun')
    await page.getByRole('checkbox', { name: /Anita Desai/ }).check()
    await page.getByRole('button', { name: 'Offer help' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Your note/).fill('We are at the front desk on Sundays.')
    await dialog.getByRole('button', { name: 'Send one email' }).click()
    await page.getByText('One email is in the outbox').waitFor()
    expect(await lantern.mail('anita.desai@mail.example', 'started a registration')).toContain('front desk on Sundays')

    const phone = await sit({ width: 'phone', dark: true, language: 'zh' })
    await phone.page.goto('/login')
    await phone.page.locator('input[type=email]').fill('office@lakeside.example')
    await phone.page.locator('input[type=password]').fill(password)
    await phone.page.locator('button[type=submit]').click()
    await phone.page.waitForURL(url => url.pathname !== '/login')
    await phone.page.goto('/adminparent?view=begun&of=all')
    await phone.page.getByText('Lan Fu').first().waitFor()
    await inspect(phone, 'office-begun-phone-zh-dark')
  })

  test('can limit a question to certain courses or classes', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=fields&id=new')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /For certain courses or classes/ }).check()
    await dialog.getByRole('group', { name: 'For these courses' }).getByRole('checkbox').first().waitFor()
    await inspect(office, 'office-class-question')
  })

  test('meets no unexpected browser error', () => {
    // The registration adds the family's role, so one call with the earlier token is refused (wire C2).
    const isStale = (problem: string) => /status of 40[03] .*\/fn\/(enrolments|users|terms|claims)-/.test(problem)
    expect(seats.flatMap(({ problems }) => problems).filter(problem => !isStale(problem))).toEqual([])
  })
})
