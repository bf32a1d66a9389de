import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '手机通知被拒收',
  body: '有一家推送服务不接收学校的通知，它的回复是：{detail}。修好之前，使用该服务的设备收不到通知；电子邮件照常发送。',
  link: '查看设置',
}
