import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './calendar.en.ts'

export const messages: Translation<typeof english> = {
  cancelled: '【已取消】{title}',
  madeUp: '补课日期：{day}',
  closed: '放假：{reason}',
  lesson: '{children}：{name}',
  visit: '{child}：{name}（{kind, select, trial {试听} other {单日课}}）',
  with: '任课老师：{teachers}',
  slot: '{slot}（{title}）',
  signedUp: '您已报名：{slots}',
}
