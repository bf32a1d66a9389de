// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { useChanges } from './useChanges.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

test('a form doesn’t undo what others changed while it was open', async () => {
  let form!: ReturnType<typeof useChanges<{ grade: string; name: string; preferredName: string }>>
  const Form = ({ record }: { record: { grade: string; name: string; preferredName: string } }) => {
    form = useChanges(record)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (grade: string, name: string) =>
    act(async () => root.render(<Form record={{ grade, name, preferredName: '' }} />))
  await show('3', 'Kevin Wu')
  // A record's fields return the whole record.
  await act(async () => form[1]({ ...form[0], preferredName: 'Kev' }))
  await show('5', 'Kevin Wu')
  expect(form[0]).toEqual({ grade: '5', name: 'Kevin Wu', preferredName: 'Kev' })
  await act(async () => form[1]({ grade: '4' }))
  await show('6', 'Kevin Woo')
  expect(form[0]).toEqual({ grade: '4', name: 'Kevin Woo', preferredName: 'Kev' })
  await act(async () => root.unmount())
})

test('a form knows what others saved in a field that the person is changing, until both agree', async () => {
  let form!: ReturnType<typeof useChanges<{ allergies: string; medication: string }>>
  const Form = ({ allergies }: { allergies: string }) => {
    form = useChanges({ allergies, medication: '' })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (allergies: string) => act(async () => root.render(<Form allergies={allergies} />))
  await show('')
  await act(async () => form[1]({ allergies: 'Mil' }))
  expect(form[2]).toEqual({})
  await show('Peanuts')
  expect(form.slice(0, 1)).toEqual([{ allergies: 'Mil', medication: '' }])
  expect(form[2]).toEqual({ allergies: 'Peanuts' })
  await act(async () => form[1]({ allergies: 'Milk' }))
  expect(form[2]).toEqual({ allergies: 'Peanuts' })
  await act(async () => form[1]({ allergies: 'Peanuts' }))
  expect(form[2]).toEqual({})
  await act(async () => root.unmount())
})

test('a saved change is no longer a change, and follows what others save later', async () => {
  type Rules = { days: string; exempt: string[] }
  let form!: ReturnType<typeof useChanges<Rules>>
  const Form = ({ rules }: { rules: Rules }) => {
    form = useChanges({ ...rules })
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (rules: Rules) => act(async () => root.render(<Form rules={rules} />))
  await show({ days: '30', exempt: [] })
  await act(async () => form[1]({ days: '14', exempt: ['staff'] }))
  expect(form[0]).toEqual({ days: '14', exempt: ['staff'] })
  // The next answer after saving.
  await show({ days: '14', exempt: ['staff'] })
  await show({ days: '60', exempt: [] })
  expect(form[0]).toEqual({ days: '60', exempt: [] })
  await act(async () => root.unmount())
})

test('two people who change one list at the same time both keep what they added', async () => {
  type Plan = { closures: { key: number; onDay: string }[] }
  let form!: ReturnType<typeof useChanges<Plan>>
  const planOf = (...days: string[]): Plan => ({ closures: days.map((onDay, key) => ({ key, onDay })) })
  const Form = ({ plan }: { plan: Plan }) => {
    form = useChanges(plan)
    return null
  }
  const root = createRoot(document.createElement('div'))
  const show = (plan: Plan) => act(async () => root.render(<Form plan={plan} />))
  const days = () => form[0].closures.map(({ onDay }) => onDay)
  const add = (onDay: string) =>
    act(async () => form[1]({ closures: [...form[0].closures, { key: form[0].closures.length, onDay }] }))
  await show(planOf('2026-11-01'))
  await add('2026-12-20')
  // Someone else has saved another day since.
  await show(planOf('2026-11-01', '2026-11-29'))
  expect(days()).toEqual(['2026-11-01', '2026-12-20', '2026-11-29'])
  expect(new Set(form[0].closures.map(({ key }) => key)).size).toBe(3)
  await add('2026-12-27')
  // And removes it again.
  await show(planOf('2026-11-01'))
  expect(days()).toEqual(['2026-11-01', '2026-12-20', '2026-12-27'])
  await act(async () => root.unmount())
})
