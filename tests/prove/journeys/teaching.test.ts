import { expect, test } from 'vitest'
import { inspect, inspectBoth, openSchool } from '#tests/journeys/lantern.ts'
import { widths } from '#tests/widths.ts'

// A teacher's other work. Attendance is in tests/journeys/roll.test.ts.

const { lantern, sitAs } = openSchool({ width: 'phone' })

test('a sick teacher tells the office in two taps, the office sees the lesson, and the teacher cancels it', async () => {
  const seat = await sitAs('teacher', { width: 'desktop' })
  const { page } = seat
  await page.goto('/teacherdashboard/')
  await page.getByRole('button', { name: /^I’m sick on Sun/ }).click()
  await page.getByRole('dialog').getByText('You’ll miss this lesson on Sun, Dec 6').waitFor()
  await inspectBoth(seat, 'roll-ill')
  await page.getByRole('button', { name: 'Tell the office' }).click()
  await page.getByText(/^The office was told at \d+:\d\d/).waitFor()
  await inspectBoth(seat, 'roll-ill-known')

  const office = await sitAs('office', { width: 'desktop' })
  await office.page.goto('/admindashboard')
  await office.page.getByRole('link', { name: /^1 lesson has a teacher out sick/ }).click()
  const lesson = office.page.getByRole('dialog').getByRole('link', { name: /G1-A/ })
  await lesson.getByText('Lihua Chen').waitFor()
  await inspect(office, 'roll-ill-office')
  await lantern.mail('office@lakeside.example', 'These lessons need a substitute')

  await page.getByRole('button', { name: 'I can teach after all' }).click()
  await page.getByRole('button', { name: /^I’m sick on Sun/ }).waitFor()
  await office.page.goto('/admindashboard')
  await office.page.getByRole('heading', { name: 'Needs you' }).waitFor()
  expect(await office.page.getByRole('link', { name: /needs? a substitute/ }).count()).toBe(0)
})

test('after Return, the next child’s name and answer are in view, and the name has focus', async () => {
  const seat = await sitAs('teacher')
  const { page } = seat
  await page.goto('/studentassignment')
  await page
    .getByRole('link', { name: /Six new characters/ })
    .first()
    .click()
  await page
    .getByRole('list')
    .getByRole('button', { name: /Turned in/ })
    .first()
    .click()
  const first = await page.getByRole('heading', { level: 2 }).first().innerText()
  await page.getByRole('button', { name: 'Return', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByText(/^Returned to/).waitFor()
  const next = page.getByRole('heading', { level: 2 }).first()
  await expect.poll(() => next.innerText()).not.toBe(first)
  expect(await page.evaluate<string>(`document.activeElement.innerText`)).toBe(await next.innerText())
  const [name, answer] = await Promise.all([
    next.boundingBox(),
    page.getByRole('heading', { name: 'Answer' }).boundingBox(),
  ])
  for (const box of [name!, answer!]) {
    expect(box.y).toBeGreaterThanOrEqual(0)
    expect(box.y + box.height).toBeLessThanOrEqual(widths.phone.height)
  }
})

test('a class of thirty fits on a desktop without scrolling', async () => {
  await lantern.sql(
    `insert into school.enrolments (id, section_id, student_id, status, type, created_at)
      select gen_random_uuid(), s.id, x.student_id, 'active', 'regular', '2026-09-01' from school.sections s
      cross join lateral (select e.student_id from school.enrolments e join school.sections o on o.id = e.section_id and o.name <> 'G1-A' and o.term_id = s.term_id
        where e.status = 'active' and e.student_id not in (select student_id from school.enrolments where section_id = s.id)
        group by e.student_id order by e.student_id limit 11) x
      where s.name = 'G1-A' and exists (select 1 from school.meetings m where m.section_id = s.id and m.on_day = '2026-11-22')`,
  )
  const seat = await sitAs('teacher', { width: 'desktop' })
  const { page } = seat
  await page.goto('/student?section=mine')
  await page.getByRole('heading', { name: /30/ }).waitFor()
  await inspectBoth(seat, 'roll-class-list')
  const rows = page.getByRole('main').locator('[data-card] li')
  expect(await rows.count()).toBe(30)
  const bottoms = await Promise.all((await rows.all()).map(async row => (await row.boundingBox())!))
  expect(Math.max(...bottoms.map(({ y, height }) => y + height))).toBeLessThanOrEqual(widths.desktop.height)
  await page.goto('/teacherdashboard/')
  await inspectBoth(seat, 'roll-day-desktop')
})

test('a draft class is on its teacher’s list, and families don’t see it', async () => {
  const [planned] = await lantern.sql<{ id: string }>(`
    insert into school.sections (id, term_id, course_id, name, native_name, room_id, weekday, starts_at, ends_at, capacity, tuition_cents, books_cents, crayon, status, created_at)
      select gen_random_uuid(), t.id, s.course_id, 'G2-Spring', '二年级春季班', s.room_id, s.weekday, s.starts_at, s.ends_at, s.capacity, 0, 0, 'sky', 'draft', now()
      from school.sections s, school.terms t where s.name = 'G1-A' and t.status = 'draft' limit 1 returning id`)
  await lantern.sql(
    `insert into school.section_teachers (section_id, teacher_id) select $1, id from school.persons where email = 'teacher@lakeside.example'`,
    [planned!.id],
  )
  const seat = await sitAs('teacher')
  const { page } = seat
  await page.goto('/student?section=mine')
  await page.getByRole('link', { name: 'G2-Spring (draft)' }).click()
  await page.getByText('Families don’t see this class yet').waitFor()
  await inspectBoth(seat, 'class-lists-draft')
  const family = await sitAs('parent')
  await family.page.goto('/classes')
  await family.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await family.page.getByText('G2-Spring').count()).toBe(0)
})

test('a teacher who has handed over a class sees no roll of it, not even the one that the device kept', async () => {
  const { page } = await sitAs('teacher')
  await page.goto('/teacherdashboard/')
  await page
    .getByRole('link', { name: /Take attendance/ })
    .first()
    .click()
  await page.getByText('Emily Wang', { exact: true }).first().waitFor()
  const roll = page.url()
  // Kept, for a classroom without a connection.
  await page.context().route('**/fn/**', route => route.abort())
  await page.goto(roll)
  await page.getByText('Emily Wang', { exact: true }).first().waitFor()
  await page.context().unroute('**/fn/**')

  await lantern.sql(
    `delete from school.section_teachers where teacher_id in (select id from school.persons where email = 'teacher@lakeside.example')`,
  )
  await page.goto(roll)
  await page.getByText('That’s no longer here.').waitFor()
  expect(await page.getByText('Emily Wang', { exact: true }).count()).toBe(0)
  // The device has forgotten it, too.
  await page.context().route('**/fn/**', route => route.abort())
  await page.goto(roll)
  await page.getByRole('alert').first().waitFor()
  expect(await page.getByText('Emily Wang', { exact: true }).count()).toBe(0)
})
