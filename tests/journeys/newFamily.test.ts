import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { plannedSchool } from '#tests/plannedSchool.ts'
import { counted } from './counted.ts'
import { inspect, linkIn, type Seat, openSchool } from './lantern.ts'

// A new family registers two children on a phone. Every page, tap and key is counted, starting at the list of classes,
// except for questions that this school asks beyond the usual.
const { lantern, sit } = openSchool({ isDemo: false, filled: plannedSchool })

beforeAll(async () => {
  // The school's questions: one that siblings share, and one for students of a class.
  await lantern.sql(`insert into school.form_fields (id, about, kind, label, options, is_required, is_asked, teachers_see, is_shared, position, created_at)
    values (gen_random_uuid(), 'student', 'text', 'School in the week', '[]', true, true, false, true, 1, now())`)
  await lantern.sql(`insert into school.form_fields (id, about, kind, label, options, is_required, is_asked, teachers_see, section_ids, position, created_at)
    select gen_random_uuid(), 'class', 'yesno', 'Has a library card?', '[]', true, true, true, array[id], 2, now() from school.sections where name = 'Readers A'`)
})

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })
/** The focused title, where people who hear the page or use a keyboard begin. */
const focusedTitle = (page: Page) => page.evaluate<string>("document.querySelector('h1:focus')?.textContent ?? ''")

describe('a new family', () => {
  const children = [
    { name: 'Mia Wang', birthOn: ['1', '3', '2017'] },
    { name: 'Leo Wang', birthOn: ['1', '5', '2019'] },
  ] as const
  let parent: Seat
  let hand: ReturnType<typeof counted>

  test('creates an account and enters its details, with no question asked twice', async () => {
    parent = await sit({ width: 'phone' })
    const { page } = parent
    hand = counted(page)
    await page.goto('/classes')
    await hand.tap(page.getByRole('link', { name: 'Not sure which class?' }))
    const finder = page.getByRole('dialog')
    for (const [index, label] of (['Day', 'Month', 'Year'] as const).entries())
      await hand.type(finder.getByLabel(label), children[0].birthOn[index]!)
    await hand.tap(finder.getByRole('button', { name: 'Show what fits' }))
    await hand.tap(finder.getByRole('link', { name: 'Register for Readers A' }))
    await hand.read('Your account')
    // Everything that is wrong is reported at once, also an address that only the school's own rule refuses.
    await page.getByLabel('Email').fill('ana@families,wang.example')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('alert').getByRole('link').nth(2).waitFor()
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('aria-invalid')).toBe('true')
    await hand.type(page.getByLabel('Your full name'), 'Ana Wang')
    await hand.type(page.getByLabel('Email'), 'ana@families.example')
    await hand.type(page.getByLabel('Password', { exact: true }), 'a good password')
    await hand.tap(page.getByRole('button', { name: 'Create account' }))
    await hand.read('One more step')
    const mail = await page.context().newPage()
    await mail.goto(linkIn(await lantern.mail('ana@families.example', 'verifyEmail')))
    await hand.tap(mail.getByRole('button', { name: 'Verify my address' }))
    await mail.getByText('Your email address is verified.').waitFor()
    await mail.close()

    await hand.read('About you')
    // The name was filled in from the account.
    expect(await page.getByLabel('Your full name').inputValue()).toBe('Ana Wang')
    await hand.choose(page.getByLabel('You are the child’s'), 'Mother')
    await hand.type(page.getByLabel('Phone'), '5855550100')
    await hand.type(page.getByLabel(/^Home address/), '1 Lake Road')
    await inspect(parent, 'new-family-you-phone')
    await hand.tap(next(page))

    await hand.read('Who else cares for the children?')
    await hand.tap(page.getByRole('button', { name: 'No other guardians' }))

    await hand.read('Your children')
    // The birthday from the search for classes was filled in.
    expect(await page.getByLabel('Year').first().inputValue()).toBe('2017')
    for (const [index, { name, birthOn }] of children.entries()) {
      if (index > 0) await hand.tap(page.getByRole('button', { name: 'Add another child' }))
      if (index > 0)
        expect(await page.evaluate('document.activeElement.id'), 'the new child’s name').toBe(`children.${index}.name`)
      await hand.type(page.getByLabel('Full name').nth(index), name)
      const group = page.getByRole('group', { name: 'Date of birth' }).nth(index)
      if (index > 0) {
        await hand.type(group.getByLabel('Day'), birthOn[0])
        await hand.type(group.getByLabel('Month'), birthOn[1])
        await hand.type(group.getByLabel('Year'), birthOn[2])
      }
      const asked = page.getByLabel('School in the week').nth(index)
      if (index === 0) await asked.fill('Oak School')
      // The sister's answer also counts for her brother.
      else expect(await asked.inputValue()).toBe('Oak School')
    }
    await hand.tap(next(page))

    await hand.read('Health')
    const health = page.getByRole('group', { name: /health teachers should know/ })
    // A written answer is no longer red either.
    await health.nth(1).getByLabel('Yes').check()
    await next(page).click()
    await page.getByText('Leo Wang: Choose yes or no').waitFor()
    await page.getByLabel(/^Allergies/).fill('Peanuts')
    await page.getByText('Leo Wang: Choose yes or no').waitFor({ state: 'hidden' })
    for (const index of [0, 1]) await hand.tap(health.nth(index).getByLabel('No, nothing'))
    await hand.tap(next(page))

    await hand.read('Emergency contacts')
    // Corrected fields are no longer marked, even before the form is sent again.
    await next(page).click()
    await page.getByText('Enter the name.').first().waitFor()
    await hand.type(page.getByLabel('Full name'), 'Grandma')
    expect(await page.getByText(/^Enter the name/).count()).toBe(0)
    expect(await page.getByText(/^Enter a phone number/).count()).toBe(2)
    await hand.type(page.getByLabel('Phone'), '5855550199')
    expect(await page.getByRole('alert').count()).toBe(0)
    await hand.tap(page.getByLabel('Can pick up the children'))
    await inspect(parent, 'new-family-contacts-phone')
    await hand.tap(next(page))

    await hand.read('What you agree to')
    await hand.tap(page.getByLabel('Only within the school'))
    await hand.tap(page.getByLabel(/In an emergency, the school may call/))
    await hand.tap(page.getByLabel(/I have read and accept the school/))
    await page.getByLabel('Sign with your full name').fill('Ana')
    await next(page).click()
    await page.getByText('Type your full name as it’s on file.').first().waitFor()
    await page.getByLabel('Sign with your full name').fill('')
    await hand.type(page.getByLabel('Sign with your full name'), 'Ana Wang')
    await hand.tap(next(page))
    await page.waitForURL(/\/registration2/)
    await expect.poll(() => focusedTitle(page)).toBe('Choose classes')
  })

  test('continues where it stopped when it opens the registration again', async () => {
    const { page } = parent
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.goto('/register')
    await page.getByRole('heading', { name: 'Choose classes' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/registration2')
  })

  test('answers a class’s question and sends, in under five minutes by the model', async () => {
    const { page } = parent
    await hand.read('Choose classes')
    const regionOf = ({ name }: { name: string }) => page.getByRole('region', { name, exact: true })
    // The class found by the search is preselected for the child with that birthday.
    const box = regionOf(children[0]).getByRole('checkbox', { name: 'Readers A' })
    await expect.poll(() => box.isChecked()).toBe(true)
    await hand.tap(regionOf(children[1]).locator('label', { hasText: 'Readers A' }))
    await page.getByRole('heading', { name: 'For these classes' }).waitFor()
    // Without an answer, the form leads to the question.
    await next(page).click()
    await page
      .getByRole('link', { name: /Mia Wang/ })
      .first()
      .waitFor()
    await inspect(parent, 'new-family-class-question-phone')
    for (const { name } of children)
      await page
        .locator('div[data-crayon]', { has: page.getByRole('heading', { name: `${name} in Readers A` }) })
        .getByLabel('Yes')
        .check()
    expect(await page.getByRole('alert').count()).toBe(0)
    await hand.tap(next(page))
    await hand.read('Check and send')
    // Everything that was saved is shown.
    const main = page.getByRole('main')
    for (const fact of [
      'Mother',
      '5855550100',
      '1 Lake Road',
      'School in the week: Oak School',
      '5855550199',
      'Can pick up the children',
      'Has a library card?: Yes',
      'Photos of your children: Only within the school',
    ])
      await main.getByText(fact, { exact: true }).first().waitFor()
    await inspect(parent, 'new-family-summary-phone')
    // Who changes one part comes straight back.
    await main.getByRole('link', { name: 'Change Emergency contacts' }).click()
    await page.getByRole('heading', { name: 'Emergency contacts' }).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('heading', { name: 'Check and send' }).waitFor()
    await hand.tap(page.getByRole('button', { name: 'Send registration' }))
    await page.getByRole('heading', { name: 'Your registration is in' }).waitFor()
    await expect.poll(() => focusedTitle(page)).toBe('Your registration is in')

    process.stdout.write(hand.summary('the new family'))
    expect(hand.count.pages).toBeLessThanOrEqual(10)
    expect(hand.count.taps).toBeLessThanOrEqual(40)
    expect(hand.count.keys).toBeLessThanOrEqual(160)
    expect(hand.seconds()).toBeLessThan(300)
    const answers = await lantern.sql<{ label: string; value: string; section: string | null }>(
      `select f.label, a.value #>> '{}' as value, s.name as section from school.form_answers a join school.form_fields f on f.id = a.field_id left join school.sections s on s.id = a.section_id order by 1, 3`,
    )
    expect(answers).toEqual([
      { label: 'Has a library card?', value: 'yes', section: 'Readers A' },
      { label: 'Has a library card?', value: 'yes', section: 'Readers A' },
      { label: 'School in the week', value: 'Oak School', section: null },
      { label: 'School in the week', value: 'Oak School', section: null },
    ])
    const onPickUpList = await lantern.sql<{ name: string }>(
      `select name from school.pick_ups where rule = 'allow' and student_id is null and removed_at is null`,
    )
    expect(onPickUpList).toEqual([{ name: 'Grandma' }])
    expect(await lantern.mail('ana@families.example', 'Signed electronically')).toContain('Ana Wang')
  })
})
