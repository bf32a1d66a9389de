import { expect, test } from 'vitest'
import { events } from '#contract/communication/events.ts'
import { appointmentNames, appointments, blankEvent, inputOf } from './eventDraft.ts'

test('appointments follow one another, and only whole ones are made', () => {
  expect(appointments('14:00', '15:10', 20)).toEqual([
    { from: '14:00', to: '14:20' },
    { from: '14:20', to: '14:40' },
    { from: '14:40', to: '15:00' },
  ])
  expect(appointments('09:50', '10:00', 10)).toEqual([{ from: '09:50', to: '10:00' }])
  expect(appointments('14:00', '13:00', 10)).toEqual([])
  expect(appointments('', '13:00', 10)).toEqual([])
  expect(appointments('00:00', '23:59', 5)).toHaveLength(100)
})

test('appointments are named after the slot before them or their event, and never nameless', () => {
  const blank = blankEvent('2026-12-06')
  const conferences = { ...blank, title: 'Conferences', nativeTitle: '家长会' }
  const slot = {
    key: 0,
    id: null,
    name: 'A talk',
    nativeName: '',
    day: '',
    from: '',
    to: '',
    capacity: '1',
    points: '0',
  }
  expect(appointmentNames(conferences, 'Appointment')).toEqual({ name: 'Conferences', nativeName: '家长会' })
  expect(appointmentNames({ ...conferences, slots: [slot] }, 'Appointment')).toEqual({ name: 'A talk', nativeName: '' })
  for (const draft of [blank, { ...blank, title: ' ' }, { ...conferences, slots: [{ ...slot, name: '' }] }])
    expect(appointmentNames(draft, 'Appointment')).toEqual({ name: 'Appointment', nativeName: '' })
})

test('a typed draft is valid input for the contract, with the slots of a one-day event on its day', () => {
  const typed = {
    ...blankEvent('2026-12-06'),
    title: 'Conferences',
    opensAt: '2026-11-22T18:00',
    slots: [
      {
        key: 0,
        id: null,
        name: 'A',
        nativeName: '',
        day: '2026-01-01',
        from: '14:00',
        to: '14:15',
        capacity: '1',
        points: '1',
      },
      { key: 1, id: null, name: 'Bring tea', nativeName: '', day: '', from: '', to: '', capacity: '2', points: '0' },
    ],
  }
  const input = inputOf(typed)
  expect(events['events-create'].input.safeParse(input).success).toBe(true)
  expect(input).toMatchObject({ endsOn: '2026-12-06', capacity: null })
  expect(input.slots.map(({ startsAt, opensAt }) => [startsAt, opensAt])).toEqual([
    ['2026-12-06T14:00', '2026-11-22T18:00'],
    [null, '2026-11-22T18:00'],
  ])
  const wrong = inputOf({ ...typed, slots: [{ ...typed.slots[0]!, capacity: 'many' }] })
  expect(events['events-create'].input.safeParse(wrong).success).toBe(false)
})
