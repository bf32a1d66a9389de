import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { UiText } from '#web/ui/text.tsx'
import { type SchoolFacts, takeSchool } from '#web/wire/school.ts'
import { messages } from './messages.en.ts'
import { TextFields } from './TextFields.tsx'

const drawn = (languages: SchoolFacts['languages'], nativeBody = ''): string => {
  takeSchool({ languages, now: '2026-09-13T14:00:00Z' } as SchoolFacts)
  return renderToString(
    <IntlProvider locale="en" timeZone="UTC" messages={{ ...base, ...messages }}>
      <UiText texts={{ optional: ' (optional)' } as never}>
        <TextFields
          value={{ subject: '', body: '', nativeSubject: '', nativeBody }}
          onChange={() => undefined}
          field={path => ({ id: path, error: undefined })}
        />
      </UiText>
    </IntlProvider>,
  ).replaceAll(/<[^>]+>/gu, ' ')
}

test('a text’s language is named only where there are fields for two', () => {
  expect(drawn(['en', 'zh'])).toMatch(/Subject in English.*Subject in Chinese/u)
  expect(drawn(['en'])).toMatch(/Subject /u)
  expect(drawn(['en'])).not.toMatch(/English|Chinese/u)
  expect(drawn(['en'], '明天不上课。')).toMatch(/Text in English.*Text in Chinese/u)
})
