import { beforeAll, describe, expect, test } from 'vitest'
import { widths } from '#tests/widths.ts'
import { plannedSchool, registrar } from '#tests/plannedSchool.ts'
import { inspect, type Seat, openSchool } from '#tests/journeys/lantern.ts'
import { switchOn } from '#tests/journeys/office.ts'
import { signIn } from '#tests/journeys/session.ts'

describe('a new school', () => {
  const { lantern, seats, sit } = openSchool({ isDemo: false, filled: plannedSchool })
  let office: Seat
  beforeAll(async () => {
    office = await sit()
    await signIn(office.page, registrar.email, registrar.password)
  })

  /** The entries of the settings menu. */
  const entries = () => office.page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()

  test('has few settings, and an overview that explains them', async () => {
    const { page } = office
    await page.goto('/adminconfig')
    const all = page.getByRole('region', { name: 'All settings' })
    await all.getByRole('link', { name: /^Fees The registration fee/ }).waitFor()
    const shown = await entries()
    expect(shown).toHaveLength(24)
    expect(await all.getByRole('link').count()).toBe(shown.length - 1)
    for (const gone of [
      'Terms',
      'Courses and rooms',
      'Next term',
      'Lotteries',
      'Promo codes',
      'Scholarships',
      'OneRoster',
    ])
      expect(shown, gone).not.toContain(gone)
    await inspect(office, 'settings-few')
  })

  test('keeps the no-school days that two tabs add to a term', async () => {
    const { page } = office
    const other = await page.context().newPage()
    const open = async (tab: typeof page) => {
      await tab.goto('/adminclass?tab=terms')
      await tab.getByRole('row', { name: /Reading weeks/ }).click()
      const term = tab.getByRole('dialog', { name: 'Reading weeks' })
      await term.getByLabel('Day', { exact: true }).first().waitFor()
      return term
    }
    const add = async (term: Awaited<ReturnType<typeof open>>, days: number, reason: string, native: string) => {
      await term.getByRole('button', { name: 'Add no-school day' }).click()
      const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
      await term.getByLabel('Day', { exact: true }).last().fill(day)
      await term.getByLabel('Reason', { exact: true }).last().fill(reason)
      await term.getByLabel('Reason in Chinese').last().fill(native)
    }
    const reasons = async (term: Awaited<ReturnType<typeof open>>) =>
      Promise.all((await term.getByLabel('Reason', { exact: true }).all()).map(each => each.inputValue()))
    const [first, second] = [await open(page), await open(other)]
    await add(first, 3, 'Storm', '暴风雨')
    await add(second, 7, 'Fair', '')
    await first.getByText('There’s no lesson on this day anyway.').waitFor()
    await inspect(office, 'settings-closure')
    await first.getByRole('button', { name: 'Save term' }).click()
    await first.waitFor({ state: 'hidden' })
    await expect.poll(() => reasons(second)).toEqual(['Holiday', 'Fair', 'Storm'])
    await second.getByRole('button', { name: 'Save term' }).click()
    await second.waitFor({ state: 'hidden' })
    await other.close()
    const saved = await open(page)
    expect((await reasons(saved)).toSorted()).toEqual(['Fair', 'Holiday', 'Storm'])
    const native = await Promise.all((await saved.getByLabel('Reason in Chinese').all()).map(each => each.inputValue()))
    expect(native.filter(Boolean)).toEqual(['暴风雨'])
  })

  test('finds terms, courses and others where they are used, by tab and by their old addresses', async () => {
    const { page } = office
    await page.goto('/adminclass')
    await page.getByRole('tab', { name: 'Terms' }).click()
    await page.getByRole('row', { name: /Reading weeks/ }).click()
    const term = page.getByRole('dialog', { name: 'Reading weeks' })
    await term.getByLabel('Name', { exact: true }).waitFor()
    expect(await term.getByText(/Registration opens/).count()).toBe(0)
    await inspect(office, 'settings-terms')
    await page.getByRole('tab', { name: 'Courses and rooms', includeHidden: true }).waitFor()
    for (const [subMenu, path, tab] of [
      ['terms', '/adminclass', 'terms'],
      ['courses', '/adminclass', 'courses'],
      ['promotion', '/adminstudent', 'promotion'],
      ['import', '/adminstudent', 'import'],
      ['scholarships', '/adminpayment', 'scholarships'],
      ['late', '/adminpayment', 'late'],
    ] as const) {
      await page.goto(`/adminconfig?subMenu=${subMenu}`)
      await page.waitForURL(url => url.pathname === path && url.searchParams.get('tab') === tab)
      await page.getByRole('tab', { selected: true }).waitFor()
    }
    await page.goto('/adminconfig?subMenu=terms&id=new')
    await page.getByRole('dialog', { name: 'Add term' }).waitFor()
  })

  test('finds them with Ctrl K, and nothing that is off', async () => {
    const { page } = office
    await page.goto('/admindashboard')
    const box = page.getByRole('combobox', { name: 'Find anything' })
    // The page listens to keys shortly after its title is shown.
    const opened = async () => {
      await page.keyboard.press('Control+k')
      return box.isVisible()
    }
    await expect.poll(opened).toBe(true)
    await box.fill('term')
    await page.getByRole('option', { name: /^Terms/ }).waitFor()
    await box.fill('lotteries')
    await page.getByText('Nothing found for “lotteries”').waitFor()
    expect(await page.getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  test('is led from the address of a tab that is off to the main list of its page', async () => {
    const { page } = office
    for (const [path, list] of [
      ['/adminpayment?tab=codes', 'Balances'],
      ['/adminapplication?tab=lotteries', 'Waiting'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('tab', { name: new RegExp(`^${list}`), selected: true }).waitFor()
      expect(await page.getByRole('button', { name: /^(New code|New lottery)$/ }).count()).toBe(0)
    }
  })

  test('sees trials only after switching them on', async () => {
    const { page } = office
    await page.goto('/adminapplication')
    await page.getByRole('tab', { name: 'Placements' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Visits' }).count()).toBe(0)
    await page.goto('/adminclass?id=new')
    const form = page.getByRole('dialog')
    await form.getByLabel('Spots', { exact: true }).waitFor()
    expect(await form.getByText('Other ways to attend').count()).toBe(0)
    await switchOn(page, 'Trials and drop-in days')
    await inspect(office, 'settings-features')
    await page.goto('/adminapplication')
    await page.getByRole('tab', { name: 'Visits' }).click()
    await page.goto('/adminclass?id=new')
    await form.getByRole('checkbox', { name: /^Allow trial lessons/ }).waitFor()
  })

  test('is told what remains before switching trials off, and then they are gone', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=features')
    await page.getByRole('switch', { name: /^Trials/ }).click()
    const asked = page.getByRole('dialog', { name: 'Switch off Trials and drop-in days?' })
    await asked.getByText(/None are coming up/).waitFor()
    await inspect(office, 'settings-off')
    await asked.getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Trials and drop-in days: off.').waitFor()
    await page.goto('/adminapplication')
    await page.getByRole('tab', { name: 'Placements' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Visits' }).count()).toBe(0)
  })

  test('shows a family only the features that are on', async () => {
    // Prices that were set before the school switched the features off.
    const [section] = await lantern.sql<{ id: string }>(
      "update school.sections set trial_cents = 0, audit_cents = 5000 where name = 'Readers A' returning id",
    )
    const { page } = await sit({ width: 'phone' })
    const details = page.getByRole('dialog', { name: 'Readers A' })
    const look = async () => {
      await page.goto(`/classes?class=${section!.id}`)
      await details.getByText('Blue room').waitFor()
      return [
        await details.getByRole('link', { name: /Try one lesson/ }).count(),
        await details.getByText('Audit', { exact: true }).count(),
      ]
    }
    expect(await look()).toEqual([0, 0])
    await switchOn(office.page, 'Trials and drop-in days')
    // The server's prerendered page is rebuilt shortly after the change.
    await expect.poll(look).toEqual([1, 0])
    await switchOn(office.page, 'Auditing')
    await expect.poll(look).toEqual([1, 1])
  })

  test('is told the allowed numbers at the field, and asked about unlikely values', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=fees')
    await page.getByLabel('Sibling discount (%)').fill('100')
    const due = page.getByLabel('Days until an invoice is due')
    await due.fill('9999')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText('Enter 0 to 365.').first().waitFor()
    await due.fill('30')
    await page.getByRole('button', { name: 'Save fees' }).click()
    const asked = page.getByRole('dialog', { name: 'Is this right?' })
    await asked.getByText(/Anyone who gets it pays no tuition/).waitFor()
    await inspect(office, 'settings-odd')
    await asked.getByRole('button', { name: 'Go back' }).click()
    await page.getByLabel('Sibling discount (%)').fill('10')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText('Fees saved.').waitFor()

    await page.goto('/adminconfig?subMenu=refunds')
    for (const [percent, number] of [
      ['50', '2'],
      ['80', '6'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a line' }).click()
      await page.getByLabel('Percent refunded').last().fill(percent)
      await page.getByLabel('Number').last().fill(number)
    }
    await page.getByRole('button', { name: 'Save refunds' }).click()
    await asked.getByText(/Line 2 refunds more than an earlier deadline/).waitFor()
    await asked.getByRole('button', { name: 'Save anyway' }).click()
    await page.getByText(/Refund rules saved/).waitFor()
  })

  test('is asked before unsaved input is lost, and not after saving', async () => {
    const { page } = office
    await page.goto('/adminconfig?subMenu=refunds')
    const menu = page.getByRole('navigation', { name: 'Settings' })
    await menu.getByRole('link', { name: 'Fees' }).click()
    const fee = page.getByLabel('Registration fee')
    await fee.fill('45.5')
    await menu.getByRole('link', { name: 'Refunds' }).click()
    const question = page.getByRole('alert').filter({ hasText: 'What you typed isn’t saved.' })
    await inspect(office, 'settings-unsaved')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await page.goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await fee.inputValue()).toBe('45.50')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText('Fees saved.').waitFor()
    await menu.getByRole('link', { name: 'Refunds' }).click()
    await page.getByRole('button', { name: 'Save refunds' }).waitFor()
  })

  test.each([
    ['/adminconfig?subMenu=school', 'Address', 'Tagline in the second language', 'Save school'],
    ['/adminconfig?subMenu=paying', 'Payable to', 'Tax number', 'Save ways to pay'],
    ['/adminclass?tab=terms', 'Name', 'Native name', 'Save term'],
  ] as const)('keeps what another tab saved while a form was open: %s', async (path, ours, theirs, save) => {
    const { page } = office
    const other = await page.context().newPage()
    const box = (tab: typeof page, label: string) => tab.getByRole('textbox', { name: new RegExp(`^${label}`) })
    for (const tab of [page, other]) {
      await tab.goto(path)
      if (path.includes('terms')) await tab.getByRole('row', { name: /Reading weeks/ }).click()
      await box(tab, ours).waitFor()
    }
    const saved = async (tab: typeof page, label: string, text: string) => {
      await box(tab, label).fill(text)
      await tab.getByRole('button', { name: save }).click()
      await tab.getByText(/saved/i).waitFor()
    }
    await saved(other, theirs, 'Theirs')
    await expect.poll(() => box(page, theirs).inputValue()).toBe('Theirs')
    await saved(page, ours, 'Reading weeks')
    await page.goto(path)
    if (path.includes('terms')) await page.getByRole('row', { name: /Reading weeks/ }).click()
    expect(await box(page, ours).inputValue()).toBe('Reading weeks')
    expect(await box(page, theirs).inputValue()).toBe('Theirs')
    await other.close()
  })

  test('has accessible settings on a phone and a tablet', async () => {
    const { page } = office
    for (const width of ['phone', 'tablet'] as const) {
      await page.setViewportSize(widths[width])
      for (const path of [
        '/adminconfig',
        '/adminconfig?subMenu=roles',
        '/adminconfig?subMenu=features',
        '/adminclass?tab=terms',
        '/adminpayment',
      ]) {
        await page.goto(path)
        await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0)
        await inspect(office, `settings-${width}${path.replaceAll(/\W+/g, '-')}`)
      }
    }
  })

  test('meets no browser error', () => {
    expect(seats.flatMap(({ problems }) => problems)).toEqual([])
  })
})
