import { beforeAll, expect, test } from 'vitest'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'

const { lantern, sitAs, seats } = openSchool({ width: 'phone' })

beforeAll(async () => {
  // The first student's family on the waitlist reads English here.
  await lantern.sql(`update school.accounts set language = 'en'`)
  await lantern.sql(`update school.persons set language = 'en' where account_id is not null`)
})

type Place = { id: string; child: string; email: string; expires: string | null }
/** The waitlist of a class in order, with a guardian of each student who has an account. */
const line = (section: string): Promise<Place[]> =>
  lantern.sql<Place>(
    `select distinct on (w.status = 'offered', w.priority, w.joined_at, w.id) w.id, p.name as child, a.email, w.expires_at::text as expires
     from school.waitlist_entries w join school.sections s on s.id = w.section_id join school.persons p on p.id = w.student_id
       join school.guardianships g on g.student_id = p.id and g.has_data_access join school.persons gp on gp.id = g.guardian_id join school.accounts a on a.id = gp.account_id
     where s.name = $1 and w.status in ('waiting','offered') and a.is_verified
     order by w.status = 'offered' desc, w.priority desc, w.joined_at, w.id, g.contact_order`,
    [section],
  )
const statusOf = async (id: string): Promise<string> =>
  (await lantern.sql<{ status: string }>('select status from school.waitlist_entries where id = $1', [id]))[0]!.status
/** Adds a seat to a class on the office's screens. */
const freeSeat = async (office: Seat, section: string): Promise<void> => {
  const { page } = office
  await page.goto('/adminclass')
  await page
    .getByRole('button', { name: new RegExp(`^${section}`) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Edit class' }).click()
  const dialog = page.getByRole('dialog')
  const capacity = dialog.getByLabel('Spots', { exact: true })
  await capacity.fill(String(Number(await capacity.inputValue()) + 1))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('the office sets the order of waitlists and how long a cart holds spots', async () => {
  const office = await sitAs('office@lakeside.example', { width: 'desktop' })
  const { page } = office
  await page.goto('/adminconfig?subMenu=registration')
  await page.getByRole('heading', { name: 'Example waitlist' }).waitFor()
  await page.getByLabel('Minutes to hold spots in a cart').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /Minutes to hold spots/ }).waitFor()
  await page.getByLabel('Minutes to hold spots in a cart').fill('20')
  await page.getByRole('button', { name: 'Move down: A sibling is in the class or its program' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(/held 20 min/).waitFor()
  await inspect(office, 'waitlist-rule')
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(office, 'waitlist-rule-dark')
})

test('a freed seat is offered to the first on the waitlist, who sees the terms and accepts', async () => {
  const office = seats[0]!
  await office.page.emulateMedia({ colorScheme: 'light' })
  await freeSeat(office, 'Robotics')
  const [first] = await line('Robotics')
  expect(await statusOf(first!.id)).toBe('offered')
  const letter = await lantern.mail(first!.email, 'is open for')
  expect(letter).toContain('We’re holding the spot for you until Tuesday, November 24, 2026')

  const family = await sitAs(first!.email)
  const { page } = family
  await page.goto('/dashboard/')
  const offer = page.getByRole('region', { name: /^A spot in Robotics is open/ })
  await offer.getByText('Charged to your account', { exact: true }).waitFor()
  await offer.getByText(/^Held for you until/).waitFor()
  await inspect(family, 'waitlist-offer')
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(family, 'waitlist-offer-dark')
  await offer.getByRole('button', { name: 'Accept spot' }).click()
  await offer.waitFor({ state: 'detached' })
  expect(await statusOf(first!.id)).toBe('accepted')
})

test('an offer that isn’t answered in time passes to the next family', async () => {
  const [first, second] = await line('Pre-K')
  expect(first!.expires).not.toBeNull()
  const family = await sitAs(first!.email)
  const { page } = family
  const expired = 'The offer has expired, so the spot is no longer held for you.'
  // The time runs out while the page is open.
  const open = await sitAs(first!.email)
  await open.page.clock.install()
  await open.page.goto('/dashboard/')
  const running = open.page.getByRole('region', { name: /^A spot in Pre-K is open/ })
  await running.getByText(/left\. Then it goes to the next/).waitFor()
  await open.page.clock.fastForward(80 * 60 * 60_000)
  await running.getByText(expired).waitFor()
  expect(await running.getByRole('button').count()).toBe(0)

  await page.goto('/dashboard/')
  const offer = page.getByRole('region', { name: /^A spot in Pre-K is open/ })
  await offer.waitFor()
  // The offer's end is moved to the past, because the school's clock can't be advanced.
  await lantern.sql(`update school.waitlist_entries set expires_at = offered_at where id = $1`, [first!.id])
  await offer.getByRole('button', { name: /Accept spot/ }).click()
  await offer.getByText(expired).waitFor()
  expect(await offer.getByRole('button').count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: /中文/ }).click()
  await page.getByText('保留时间已过，名额不再为您保留。').waitFor()
  // Adding a seat also finds expired offers.
  await freeSeat(seats[0]!, 'Pre-K')
  expect(await statusOf(second!.id)).toBe('offered')
})

test('a family sees its number on the waitlist, and leaves it', async () => {
  const [first] = await line('Drawing 1')
  const family = await sitAs(first!.email)
  const { page } = family
  await page.goto('/dashboard/')
  const card = page.getByRole('listitem').filter({ hasText: 'Drawing 1' })
  await card.getByText(/^Number 1 for Drawing 1/).waitFor()
  await inspect(family, 'waitlist-line')
  await card.getByRole('button', { name: /^Leave the waitlist/ }).click()
  await page.getByRole('button', { name: 'Leave the waitlist', exact: true }).click()
  await card.waitFor({ state: 'detached' })
  expect(await statusOf(first!.id)).toBe('removed')
})

test('a cart holds its seats, shows for how long, and releases them when time is up', async () => {
  const [found] = await lantern.sql<{ email: string; child: string }>(
    `select a.email, p.name as child from school.persons p join school.students st on st.id = p.id
       join school.guardianships g on g.student_id = p.id and g.has_data_access join school.persons gp on gp.id = g.guardian_id join school.accounts a on a.id = gp.account_id
     where a.is_verified and p.birth_on between '2012-01-01' and '2016-12-31'
       and (select count(*) from school.enrolments e where e.student_id = p.id and e.status = 'active') = 1
       and not exists (select 1 from school.waitlist_entries w where w.student_id = p.id)
       and not exists (select 1 from school.enrolments e join school.sections s on s.id = e.section_id where e.student_id = p.id and s.starts_at = '16:05')
       and (select count(*) from school.students o where o.household_id = st.household_id) = 1
     order by a.email limit 1`,
  )
  const family = await sitAs(found!.email)
  const { page } = family
  await page.clock.install()
  await page.goto('/registration2')
  await page.locator('label', { hasText: 'Chorus' }).click()
  const timer = page.getByRole('timer').filter({ visible: true })
  await timer.getByText(/^(20:00|19:\d\d)$/).waitFor()
  expect(await lantern.sql('select 1 from school.seat_holds')).toHaveLength(1)
  await inspect(family, 'waitlist-cart')
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(family, 'waitlist-cart-dark')

  // The family is asked once, in the last minute, whether it needs more time.
  const more = page.getByRole('button', { name: 'Hold 10 minutes longer' }).filter({ visible: true })
  expect(await more.count()).toBe(0)
  await page.clock.fastForward('19:10')
  await more.click()
  await timer.getByText(/^(29|30):\d\d$/).waitFor()
  expect(await more.count()).toBe(0)

  // When the time is over only the seats are lost, and they can be held again.
  await lantern.sql('update school.seat_holds set expires_at = held_at')
  await page.clock.fastForward('31:00')
  await page.getByText('Time’s up, and your spots were released.').filter({ visible: true }).first().waitFor()
  await inspect(family, 'waitlist-lapsed')
  await page.getByRole('button', { name: 'Hold them again' }).filter({ visible: true }).click()
  await page
    .getByText('Time’s up, and your spots were released.')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached' })
  const [held] = await lantern.sql<{ isHeld: boolean }>(
    'select expires_at > held_at as "isHeld" from school.seat_holds',
  )
  expect(held!.isHeld).toBe(true)
})

test('no browser reports an unexpected error', () => {
  // The answer to the expired offer is refused on purpose.
  const problems = seats.flatMap(seat => seat.problems)
  expect(problems.filter(problem => !problem.endsWith('/fn/enrolments-answerOffer'))).toEqual([])
})
