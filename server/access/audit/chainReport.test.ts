import { expect, test } from 'vitest'
import type { AuditState } from './chain.ts'
import { reportOn } from './chainReport.ts'

const state: AuditState = { seals: 3, entries: 2_244, erased: 2, open: 5, last: 'ab12', broken: null }

test('the report on the change log counts in whole sentences', () => {
  expect(reportOn(state).found).toEqual([
    '2,244 entries under 3 seals are as they were written. 5 wait for the next seal, which is made every minute. 2 lost their content when someone was erased.',
    'Last seal: 3 ab12. Keep it elsewhere: it can prove later that nothing up to it was removed.',
  ])
  expect(reportOn({ ...state, seals: 1, entries: 1, erased: 1, open: 1 }).found[0]).toBe(
    '1 entry under 1 seal is as it was written. 1 waits for the next seal, which is made every minute. 1 lost its content when someone was erased.',
  )
  expect(reportOn({ ...state, seals: 0, entries: 0, erased: 0, open: 0, last: '' }).found).toEqual([
    '0 entries under 0 seals are as they were written.',
  ])
})

test('the report names the entry at which the chain is broken', () => {
  const entry = { id: 'e1', at: '2026-10-01T12:00:00Z', actor: 'Lin Chen', action: 'payments-record' }
  expect(reportOn({ ...state, broken: { seal: 2, why: 'entry-changed', entry } }).broken).toBe(
    'The change log is broken at seal 2: this entry was changed. The entry is e1, payments-record by Lin Chen at 2026-10-01T12:00:00Z. Compare it with a backup from before.',
  )
})
