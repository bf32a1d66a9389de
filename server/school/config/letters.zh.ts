import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{school}的测试邮件',
  opening: '您好！',
  says: '这是学校教务处发出的测试邮件。您能读到它，说明邮件设置正常。',
}
