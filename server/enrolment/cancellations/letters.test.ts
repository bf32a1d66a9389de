import { expect, test } from 'vitest'
import { type CalledOff, calledOffLetter } from './letters.ts'

const off: CalledOff = {
  kind: 'day',
  onDay: '2026-11-22',
  reason: 'Snow',
  nativeReason: '下雪',
  remedy: 'makeUp',
  makeUpOn: '2028-02-06',
  isRestored: false,
  school: { name: 'Lakeside', nativeName: '湖畔' },
  currency: 'USD',
}
const ann = {
  name: 'Ann',
  nativeName: '',
  personId: '',
  email: 'ann@home.example',
  sections: [{ name: 'Grade 1', nativeName: '' }],
  guests: [],
  creditCents: 0,
  duties: [],
}

test.each([
  ['en', 'February 6, 2028'],
  ['zh', '2028年2月6日'],
])('a letter gives the year of a make-up day in another year (%s)', (language, day) => {
  for (const isRestored of [false, true])
    expect(calledOffLetter({ ...off, isRestored }, { ...ann, language }, '').paragraphs.join('\n')).toContain(day)
  const near = calledOffLetter({ ...off, makeUpOn: '2026-12-06' }, { ...ann, language }, '').paragraphs.join('\n')
  expect(near).not.toContain('2026')
})

test.each([
  ['en', 'credit', 'cancel the visit'],
  ['zh', '费用', '取消听课'],
])('a letter promises a credit only for a visit that was charged (%s)', (language, credit, cancel) => {
  const said = (isCharged: boolean) =>
    calledOffLetter(
      { ...off, remedy: 'none', makeUpOn: null },
      { ...ann, language, guests: [{ name: 'Mia', nativeName: '', isCharged }] },
      '',
    ).paragraphs.join('\n')
  expect(said(true)).toContain(credit)
  expect(said(false)).not.toContain(credit)
  expect(said(false)).toContain(cancel)
})
