import type { Letter } from '#server/platform/mail.ts'

/** The letter by which the office sees whether its mails arrive. */
export const testLetter = (to: string, school: string, language: 'en' | 'zh'): Letter =>
  language === 'zh'
    ? {
        to,
        subject: `${school}的测试邮件`,
        paragraphs: ['您好！', '这是学校办公室发出的测试邮件。您能读到它，说明邮件设置正常。'],
      }
    : {
        to,
        subject: `A test mail from ${school}`,
        paragraphs: ['Hello,', 'this is a test from the school office. That you read it means that its mails arrive.'],
      }
