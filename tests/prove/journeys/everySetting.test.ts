import { expect, test } from 'vitest'
import type { Width } from '#tests/widths.ts'
import { inspect, looks, openSchool } from '#tests/journeys/lantern.ts'
import { openSettings, settingsPages } from '#tests/journeys/office.ts'
import { signIn } from '#tests/journeys/session.ts'

const { sit } = openSchool()

test.each(
  looks<{ width: Width; language: 'en' | 'zh'; dark: boolean }>(
    { width: 'desktop', language: 'en', dark: false },
    { width: 'tablet', language: 'zh', dark: true },
  ),
)(
  'every settings page opens without a browser error: $width, $language',
  async look => {
    const office = await sit(look)
    await signIn(office.page, 'office@lakeside.example', 'lakeside-demo')
    for (const part of settingsPages) {
      await openSettings(office.page, part)
      await inspect(office, `settings-${part || 'overview'}-${look.width}-${look.language}${look.dark ? '-dark' : ''}`)
    }
    expect(office.problems).toEqual([])
  },
  240_000,
)
