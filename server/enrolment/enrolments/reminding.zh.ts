import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './reminding.en.ts'

export const messages: Translation<typeof english> = {
  subject: '需要我们帮忙完成报名吗？ · {school}',
  opening: '{name}，您好！',
  begun: '您在{day}开始了报名。您填写的内容都已保存，用任何设备登录都可以接着填。',
  help: '如果有不清楚或遇到问题的地方，直接回复邮件或打电话给教务处，我们很乐意帮忙。如果您改变了主意，不需要做任何事。',
  link: '从上次的地方继续',
}
