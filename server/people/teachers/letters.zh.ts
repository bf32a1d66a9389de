import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  reported: {
    subject: '{name} {day} 请病假',
    says: '{name} {day} 不能上课。以下课程没有老师：',
  },
  withdrawn: {
    subject: '{name} {day} 可以上课了',
    says: '{name} {day} 可以照常上课。以下课程又有老师了：',
  },
  link: '查看待办事项',
}
