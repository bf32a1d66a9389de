import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './reminders.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{school}缴费提醒',
  opening: '{name}，您好！',
  late: '您的家庭账户尚有 {amount} 未缴，应缴日期为{day}。如您已经缴费，请不必理会此邮件，谢谢。',
  due: '您的家庭账户尚有 {amount} 未缴，请于{day}（含）前缴纳。',
  how: '收费明细、收据和缴费方式都在“缴费”页面。如有疑问或需要宽限，欢迎随时联系教务处。',
  link: '打开缴费页面',
}
