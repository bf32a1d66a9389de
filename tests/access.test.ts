import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { refusalOf } from '#contract/access.ts'
import { areas } from '#contract/areas.ts'
import { contract } from '#contract/index.ts'
import { callers, committedAccess, committedTable, functionNames, tableFile, tableNow, whoIs } from './accessTable.ts'

// Must come first: the tests below read the file as soon as they are defined.
if (process.env['UPDATE_ACCESS'] === '1') writeFileSync(tableFile, tableNow())

test('tests/access.md matches the contract (UPDATE_ACCESS=1 rewrites it)', () => {
  expect(committedTable()).toBe(tableNow())
})

describe('the gate', () => {
  const access = committedAccess()

  test('asks guests to sign in, and refuses other callers for a missing role', () => {
    for (const name of functionNames)
      for (const caller of callers) {
        const expected = access.get(name)!.get(caller) ? null : caller === 'guest' ? 'SIGN_IN_NEEDED' : 'ROLE_NEEDED'
        expect(refusalOf(name, contract[name], whoIs(caller)), `${name} by ${caller}`).toBe(expected)
      }
  })

  test('refuses administrators whose area doesn’t cover the function', () => {
    const ofOffice = functionNames.filter(name => access.get(name)!.has('all'))
    expect(ofOffice.length).toBeGreaterThan(100)
    for (const name of ofOffice)
      for (const area of [...areas, null]) {
        const expected = area !== null && access.get(name)!.get(area) ? null : 'AREA_NEEDED'
        expect(refusalOf(name, contract[name], { ...whoIs('admin'), area }), `${name} by ${area}`).toBe(expected)
      }
  })

  test('gives an unverified address no more access than a guest', () => {
    for (const name of functionNames) {
      const expected = access.get(name)!.get('guest') ? null : 'EMAIL_NOT_VERIFIED'
      expect(refusalOf(name, contract[name], { ...whoIs('admin'), isVerified: false }), name).toBe(expected)
    }
  })

  test('refuses a token with outdated roles, except for functions open to guests', () => {
    for (const name of functionNames) {
      const expected = access.get(name)!.get('guest') ? null : 'STALE_CLAIMS'
      expect(refusalOf(name, contract[name], { ...whoIs('admin'), claimedRoles: ['parent'] }), name).toBe(expected)
      expect(refusalOf(name, contract[name], { ...whoIs('admin'), claimedRoles: ['admin'] }), name).toBe(
        access.get(name)!.get('admin') ? null : 'ROLE_NEEDED',
      )
    }
  })
})
