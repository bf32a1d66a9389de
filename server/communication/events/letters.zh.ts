import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '活动取消：{title}',
  opening: '{name}，您好！原定于{when}的“{title}”已取消。',
  slots: '您报名的“{names}”也一并取消，届时无需到场。',
  answer: '感谢您的回复，您无需再做任何事。',
  link: '查看近期活动',
}
