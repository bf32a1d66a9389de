import { expect, test } from 'vitest'
import { blankGuardian } from '#web/people/parents/GuardianFields.tsx'
import { blankStudent } from '#web/people/students/StudentFields.tsx'
import { check } from './checking.ts'

const wrongOf = async (householdId: string, birthOn: string) => {
  const found = await check('students-create', { ...blankStudent, name: 'Mia', householdId, birthOn })
  return Object.fromEntries((found?.fields ?? []).map(({ path, message }) => [path, message]))
}

test('a choice among fixed options that was not made is reported as missing', async () => {
  const found = await check('parents-create', {
    name: 'Wang',
    address: '',
    guardian: { ...blankGuardian, name: 'Ann' },
  })
  expect(found?.fields).toEqual([{ path: 'guardian.relationship', message: 'choose' }])
})

test('a missing date or choice is reported as missing, not as wrong', async () => {
  expect(await wrongOf('', '')).toMatchObject({ householdId: 'choose', birthOn: 'empty' })
  expect(await wrongOf('x', '2026-02-30')).toMatchObject({ householdId: 'invalid', birthOn: 'day' })
})
