import { expect, test } from 'vitest'
import { neededFor, schoolLacks } from './schoolProfile.ts'

const nothing = { email: '', phone: '', address: '' }

test('a school is told which details are missing, and only fields that provide them are required', () => {
  expect(schoolLacks(nothing)).toEqual(['contact', 'address'])
  expect([neededFor(nothing, 'email'), neededFor(nothing, 'phone'), neededFor(nothing, 'address')]).toEqual([
    'contact',
    'contact',
    'address',
  ])
  const byPhone = { ...nothing, phone: '+1 555 0100' }
  expect(schoolLacks(byPhone)).toEqual(['address'])
  // Email and phone both say how to reach the school, so the only one present is required.
  expect([neededFor(byPhone, 'email'), neededFor(byPhone, 'phone')]).toEqual([null, 'contact'])
  const full = { email: 'office@school.example', phone: '+1 555 0100', address: '1 Main St' }
  expect(schoolLacks(full)).toEqual([])
  expect([neededFor(full, 'email'), neededFor(full, 'phone'), neededFor(full, 'address')]).toEqual([
    null,
    null,
    'address',
  ])
})
