import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { messages as base } from '#web/words/base.en.ts'
import type { Messages } from '#web/words/bundles.ts'
import { messages as baseChinese } from '#web/words/base.zh.ts'
import { LanguageProvider, speak } from '#web/words/language.tsx'
import { Named } from '#web/words/Name.tsx'
import { blankChild, blankGuardian, calledIn, type Draft, namesOf } from './draftForm.ts'
import type { Policy } from '#contract/school/policies.ts'
import { unanswered } from '#rules/agreement.ts'
import { useBlockName, usePolicyName, useProblemText } from './problems.ts'
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

test('a problem names a child the way the question does', () => {
  expect(draft.children.map(child => calledIn('en', child))).toEqual(['Emmy', ''])
  speak('en', { ...base, ...english })
  expect(drawn(<Blocks />)).toBe('Emmy | Child 2 | Ann Li')
  speak('zh', { ...baseChinese, ...chinese } as Partial<Messages>)
  expect(drawn(<Blocks />)).toBe('王美 | 第 2 个孩子 | 李安')
})

test('a name that is the same in both scripts is shown once, even with a trailing space', () => {
  speak('en', base)
  expect(draft.guardians.map(names => drawn(<Named names={namesOf(names)} />))).toEqual(['Ann Li 李安', '李'])
})

const Unanswered = () => {
  const [name, text] = [usePolicyName(), useProblemText()]
  const policies = [
    { kind: 'directory', answer: 'choice', title: 'Family directory', nativeTitle: '家庭通讯录' },
    { kind: 'bus', answer: 'agree', title: 'Bus rules', nativeTitle: '' },
    { kind: 'policy', answer: 'agree', title: 'School rules', nativeTitle: '' },
    { kind: 'photo', answer: 'levels', title: 'Photos', nativeTitle: '' },
  ] as Pick<Policy, 'kind' | 'answer' | 'title' | 'nativeTitle'>[] as Policy[]
  return unanswered(policies, {})
    .map(problem => [name(problem.path, policies), text(problem)].filter(Boolean).join(': '))
    .join(' | ')
}

test('an unanswered consent says which answer it needs, and one of the school’s own is named', () => {
  speak('en', { ...base, ...english })
  expect(drawn(<Unanswered />).split(' | ')).toEqual([
    'Family directory: Choose yes or no.',
    'Bus rules: Check the box.',
    'Check the box to accept the school’s rules.',
    'Choose how photos may be used.',
  ])
  speak('zh', { ...baseChinese, ...chinese } as Partial<Messages>)
  expect(drawn(<Unanswered />).split(' | ')[0]).toBe('家庭通讯录: 请选择同意或不同意。')
})
