import type { useTranslations } from 'use-intl'
import { expect, expectTypeOf, test } from 'vitest'
import { fileRoutes } from '#contract/fileRoutes.ts'
import { contract } from '#contract/index.ts'
import { messages as deeds } from '#web/access/audit/deeds.en.ts'
import { messages as schoolRules } from '#web/school/config/schoolRules.en.ts'
import { messages as classes } from '#web/enrolment/classes/officeClasses.en.ts'
import { messages as chineseClasses } from '#web/enrolment/classes/officeClasses.zh.ts'
import { messages as dashboard } from '#web/office/dashboard/dashboard.en.ts'
import { messages as chineseDashboard } from '#web/office/dashboard/dashboard.zh.ts'
import { messages as base } from './base.en.ts'
import { messages as chineseBase } from './base.zh.ts'
import type { Messages } from './bundles.ts'
import { messages as refusals } from './refusals.en.ts'
import { messages as chineseRefusals } from './refusals.zh.ts'
import { messages as settings } from './settings.en.ts'

test('every part of the contract has a name in the table of roles', () => {
  const parts = new Set(Object.keys(contract).map(name => name.slice(0, name.indexOf('-'))))
  expect(Object.keys(schoolRules.schoolRules.roles.groups).sort()).toEqual([...parts].sort())
})

test('every write has a text in the change log', () => {
  const unnamed = Object.entries(contract)
    .filter(([name, { kind }]) => kind === 'write' && !(name in settings.adminConfig.audit.action))
    .map(([name]) => name)
    .filter(name => !(name.slice(name.indexOf('-') + 1) in deeds.deeds))
  expect(unnamed).toEqual([])
})

test('every download has a text in the change log', () => {
  const trails = Object.values<object>(fileRoutes).flatMap(route => ('trail' in route ? [String(route.trail)] : []))
  expect(trails).toContain('invoice-export')
  expect(trails.filter(trail => !(trail in settings.adminConfig.audit.action))).toEqual([])
})

test('the menu names office pages by their titles', () => {
  const titles = [dashboard, chineseDashboard].map(({ officeDashboard }) => officeDashboard.title)
  expect([base, chineseBase].map(({ nav }) => nav.dashboard)).toEqual(titles)
  expect([base, chineseBase].map(({ nav }) => nav.sections)).toEqual(
    [classes, chineseClasses].map(({ officeClasses }) => officeClasses.title),
  )
})

test('the compiler refuses unknown text keys', () => {
  type Key = Parameters<ReturnType<typeof useTranslations<'shell'>>>[0]
  expectTypeOf<'signIn'>().toExtend<Key>()
  expectTypeOf<'typo'>().not.toExtend<Key>()
  expectTypeOf<'visits'>().toExtend<keyof Messages>()
  expectTypeOf<'typo'>().not.toExtend<keyof Messages>()
})

test('a refusal that leaves a way out says what is wrong and what to do', () => {
  const leaveAWayOut = ['TERM_CLOSED', 'TERM_OVER', 'ROOM_FULL', 'AMOUNT_TOO_LARGE', 'SLOT_CLASH', 'NO_LESSON'] as const
  const unhelpful = leaveAWayOut.flatMap(reason => [
    ...(/^[^.]+\. [A-Z][^.]+\.$/.test(refusals.reason[reason]) ? [] : [refusals.reason[reason]]),
    ...(/[，。].+。$/.test(chineseRefusals.reason[reason]) ? [] : [chineseRefusals.reason[reason]]),
  ])
  expect(unhelpful).toEqual([])
})
