import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  read: '在消息中打开',
  confirm: '确认已读',
  reminder: '提醒：{subject}',
  urgent: '紧急：{subject}',
  thread: '{from}：{subject}',
  wrote: '{from}在{school}给您写了消息：',
  files: '{n, plural, other {附有 # 个文件，可在消息中查看。}}',
  noReply: '请在那里回复；直接回复这封邮件不会有人看到。',
  answer: '阅读并回复',
}
