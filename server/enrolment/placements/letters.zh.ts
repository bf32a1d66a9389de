import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{child}的分级结果：{course}',
  opening: '{name}，您好！',
  placed: '我们已为{child}做了分级，适合就读{course}。',
  next: '如果有班级正等待分级结果，教务处会接着处理，并发邮件通知您。',
  note: '学校留言：{note}',
  link: '打开您的首页',
}
