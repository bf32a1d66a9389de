import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timeChoices } from './siblingTimes.ts'

const at = (id: string, startsAt: string, endsAt: string, placesLeft = 3) => ({
  id,
  weekday: 7,
  startsAt,
  endsAt,
  placesLeft,
})

test('the class next to the sibling’s means the least waiting; one during the child’s own class is out', () => {
  const fixed = [
    { childKey: 'leo', weekday: 7, startsAt: '14:00', endsAt: '15:00' },
    { childKey: 'mia', weekday: 7, startsAt: '14:00', endsAt: '15:00' },
  ]
  const choices = timeChoices(
    'mia',
    [at('late', '17:00', '18:00'), at('next', '15:10', '16:10'), at('same', '14:30', '15:30')],
    fixed,
  )
  expect(choices.map(({ id, isLeast }) => [id, isLeast])).toEqual([
    ['late', false],
    ['next', true],
    ['same', false],
  ])
  expect(choices[2]!.minutes).toBeNull()
  expect(choices[1]!.minutes).toBeLessThan(choices[0]!.minutes!)
})

test('a full class is measured, too, but never proposed', () => {
  const fixed = [{ childKey: 'leo', weekday: 7, startsAt: '14:00', endsAt: '15:00' }]
  const [full, free] = timeChoices('mia', [at('full', '14:00', '15:00', 0), at('free', '16:00', '17:00')], fixed)
  expect(full).toEqual({ id: 'full', minutes: 0, isLeast: false })
  expect(free).toMatchObject({ isLeast: true })
})

const hour = fc.integer({ min: 8, max: 18 })
const slot = hour.map(from => ({
  weekday: 7,
  startsAt: `${String(from).padStart(2, '0')}:00`,
  endsAt: `${String(from).padStart(2, '0')}:50`,
}))
test('no possible class on that day means less waiting than the one proposed', () => {
  fc.assert(
    fc.property(
      fc.array(slot, { minLength: 1, maxLength: 5 }),
      fc.array(slot, { minLength: 1, maxLength: 3 }),
      (options, siblings) => {
        const choices = timeChoices(
          'mia',
          options.map((option, index) => ({ ...option, id: String(index), placesLeft: 1 })),
          siblings.slice(0, 1).map(visit => ({ ...visit, childKey: 'leo' })),
        )
        const least = choices.find(({ isLeast }) => isLeast)
        const going = choices.flatMap(({ minutes }) => (minutes === null ? [] : [minutes]))
        return going.length === 0 ? least === undefined : least !== undefined && least.minutes === Math.min(...going)
      },
    ),
  )
})
