import type { Letter } from '#server/platform/mail.ts'

const words = {
  en: {
    subject: 'Notifications to telephones are refused',
    body: (detail: string) =>
      `A push service does not take the school's notifications. It answered: ${detail}. Nobody with such a device hears of news there until this is mended; e-mails go out as always.`,
    link: 'Look at the settings',
  },
  zh: {
    subject: '手机通知被拒收',
    body: (detail: string) =>
      `有一家推送服务不接收学校的通知，它的回复是：${detail}。修好之前，使用该服务的设备收不到通知；电子邮件照常发送。`,
    link: '查看设置',
  },
}

/** Tells the office that a push service refuses the school. */
export const refusedLetter = (to: string, language: 'en' | 'zh', detail: string, publicUrl: string): Letter => {
  const say = words[language]
  return {
    to,
    subject: say.subject,
    paragraphs: [say.body(detail)],
    link: { url: `${publicUrl}/adminconfig?subMenu=push`, label: say.link },
  }
}
