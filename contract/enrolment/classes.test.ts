import { expect, test } from 'vitest'
import { movesOf, sectionMoves, sectionStatuses } from './classes.plain.ts'

test('a class of a closed term can still be ended or hidden, but no longer published, opened or canceled', () => {
  for (const termStatus of ['draft', 'registration', 'active', 'grading'] as const)
    for (const status of sectionStatuses) expect(movesOf({ status, termStatus })).toEqual(sectionMoves[status])
  for (const termStatus of ['closed', 'archived'] as const)
    expect(sectionStatuses.map(status => movesOf({ status, termStatus }))).toEqual([
      [],
      ['draft'],
      ['running'],
      ['ended'],
      ['running'],
      [],
    ])
})
