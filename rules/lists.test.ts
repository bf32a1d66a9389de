import { expect, test } from 'vitest'
import { asideIn, labelledIn, listIn, partsIn, sentencesIn } from './lists.ts'

test('Chinese uses one comma in lists and another elsewhere, without a space after either', () => {
  expect([listIn('en', ['Ann', 'Bo']), listIn('zh', ['安', '波'])]).toEqual(['Ann, Bo', '安、波'])
  expect(partsIn('en', ['Tuition', '', null, 'Dance A'])).toBe('Tuition, Dance A')
  expect(partsIn('zh', ['学费', undefined, false, '舞蹈甲班'])).toBe('学费，舞蹈甲班')
})

test('Chinese uses full-width colons and parentheses', () => {
  expect([labelledIn('en', 'Reported', 'Travel'), labelledIn('zh', '已请假', '出行')]).toEqual([
    'Reported: Travel',
    '已请假：出行',
  ])
  expect([asideIn('en', 'optional'), asideIn('zh', '选填')]).toEqual([' (optional)', '（选填）'])
  expect(sentencesIn('en', ['It’s full.', null, 'Wait.'])).toBe('It’s full. Wait.')
  expect(sentencesIn('zh', ['已经满了。', false, '请等候。'])).toBe('已经满了。请等候。')
})
