import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './fits.en.ts'

export const messages: Translation<typeof english> = {
  fits: {
    title: '课程',
    lead: '按年龄和已选课程的时间，看看哪些课适合您的孩子。',
    show: '显示适合谁的课程',
    mine: '您的孩子',
    all: '全部课程',
    term: '学期',
    none: '目前没有可以报名的课程。',
    fits: '适合 {name}',
    clash: '这个时间 {name} 在上 {section}',
    inIt: '{name} 在这个班',
    held: '已为 {name} 保留名额',
    approval: '{name} 等待批准',
    waiting: '{name} 在候补',
    noFit: '本学期没有适合这个年龄的课程。',
    register: '报名',
  },
}
