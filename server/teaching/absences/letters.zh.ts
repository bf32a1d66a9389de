import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '关于您为{child}提交的请假',
  opening: '{name}，您好！您为{child}提交的请假（{days}），学校未能批准。',
  to: '至',
  answer: '学校说明：{note}',
  link: '查看请假',
}
