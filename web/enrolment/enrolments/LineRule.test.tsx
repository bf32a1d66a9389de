// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { RegistrationPolicy } from '#contract/settings.ts'
import { keepAnswer } from '#web/wire/call.ts'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as baseChinese } from '#web/words/base.zh.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { messages as english } from './seats.en.ts'
import { messages as chinese } from './seats.zh.ts'
import { LineRule } from './LineRule.tsx'

const drawn = (): string =>
  renderToStaticMarkup(
    <LanguageProvider>
      <LineRule />
    </LanguageProvider>,
  )

test('the waitlist order is listed with each language’s separators', async () => {
  const policy: Partial<RegistrationPolicy> = { priorities: ['sibling', 'returning', 'staff'], offerHours: 48 }
  await keepAnswer('config-registration', {}, policy as RegistrationPolicy)
  speak('zh', { ...baseChinese, ...chinese } as Partial<Messages>)
  expect(drawn()).toContain('候补顺序：有兄弟姐妹在读的孩子、老生、教职工子女优先，其余按加入时间先后。')
  speak('en', { ...base, ...english })
  expect(drawn()).toContain(
    'Order: children with a sibling in the program, students who were with us before, children of staff; then by who joined earlier.',
  )
})
