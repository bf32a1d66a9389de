import { renderToString } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { useDeviceText } from './deviceText.ts'

const drawn = (locale: 'en' | 'zh', name: string): string => {
  const Device = () => useDeviceText()(name)
  return renderToString(
    <IntlProvider locale={locale} messages={{ ui: { unknownDevice: 'Unknown device' } }}>
      <Device />
    </IntlProvider>,
  )
}

test('a device is shown by its name in the reader’s language, or as unknown', () => {
  expect(drawn('en', 'Safari on iPhone')).toBe('Safari on iPhone')
  expect(drawn('zh', 'Safari on iPhone')).toBe('iPhone 上的 Safari')
  expect(drawn('en', '')).toBe('Unknown device')
})
