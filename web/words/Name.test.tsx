import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { useTeachersText } from './Name.tsx'

const drawn = (locale: 'en' | 'zh', teacherNativeNames?: string[]): string => {
  const Teachers = () => useTeachersText()({ teachers: ['Mei Zhao', 'Tom Hill'], teacherNativeNames })
  return renderToString(
    <IntlProvider locale={locale} messages={{}}>
      <Teachers />
    </IntlProvider>,
  )
}

test('teachers are shown by the name in the reader’s language', () => {
  expect(drawn('zh', ['赵梅', ''])).toBe('赵梅、Tom Hill')
  expect(drawn('en', ['赵梅', ''])).toBe('Mei Zhao, Tom Hill')
  expect(drawn('zh')).toBe('Mei Zhao、Tom Hill')
})
