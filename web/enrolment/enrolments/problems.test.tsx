import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import { messages as baseChinese } from '#web/words/base.zh.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { Named } from '#web/words/Name.tsx'
import { blankChild, blankGuardian, calledIn, type Draft, namesOf } from './draftForm.ts'
import { useBlockName } from './problems.ts'
import { messages as english } from './registration.en.ts'
import { messages as chinese } from './registration.zh.ts'

const draft: Draft = {
  termId: null,
  address: '',
  answers: {},
  guardians: [
    { ...blankGuardian(), name: 'Ann Li', nativeName: '李安' },
    { ...blankGuardian(), name: '李', nativeName: '李 ' },
  ],
  children: [{ ...blankChild(), name: 'Emily Wang', preferredName: 'Emmy', nativeName: '王美' }, blankChild()],
  contacts: [],
  consents: { levels: {}, signedName: '' },
  choices: [],
  at: '',
  promoCode: '',
}
const Blocks = () => {
  const name = useBlockName()
  return ['children.0.health', 'children.1.name', 'guardians.0.phone'].map(path => name(path, draft)).join(' | ')
}
const drawn = (what: React.ReactNode) =>
  renderToStaticMarkup(<LanguageProvider>{what}</LanguageProvider>).replaceAll(/<[^>]*>/g, '')

test('a problem calls a child as the question does', () => {
  expect(draft.children.map(child => calledIn('en', child))).toEqual(['Emmy', ''])
  speak('en', { ...base, ...english })
  expect(drawn(<Blocks />)).toBe('Emmy | Child 2 | Ann Li')
  speak('zh', { ...baseChinese, ...chinese })
  expect(drawn(<Blocks />)).toBe('王美 | 第 2 个孩子 | 李安')
})

test('a name that is the same in both scripts is written once, also with a space typed behind it', () => {
  speak('en', base)
  expect(draft.guardians.map(names => drawn(<Named names={namesOf(names)} />))).toEqual(['Ann Li 李安', '李'])
})
