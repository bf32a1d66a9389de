import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '关于{child}的请假',
  opening: '{name}，您好！学校没有批准您为{child}申请的请假（{days}）。',
  to: '至',
  answer: '学校留言：{note}',
  link: '查看请假',
}
