import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  opening: '{name}，您好！',
  left: {
    subject: '{child}已退出{section}',
    says: '{child}自{day}起不再就读{section}。',
  },
  changed: {
    subject: '{child}已转入{to}',
    says: '{child}自{day}起由{section}转入{to}。',
  },
  asked: {
    subject: '{child}申请{way, select, over {由{section}转入{to}} other {退出{section}}}',
    says: '有家庭申请{way, select, over {将{child}由{section}转入{to}} other {让{child}退出{section}}}，等待教务处答复。',
  },
  declined: {
    subject: '关于{child}与{section}的申请',
    says: '{way, select, over {很抱歉，教务处无法将{child}由{section}转入{to}，{child}仍在{section}就读。} other {很抱歉，教务处无法按您申请时看到的金额为{child}办理{section}的退班，{child}仍在班上。}}',
  },
  sitsIn: {
    subject: '{child}改为旁听{section}',
    says: '{child}自{day}起旁听{section}，不计成绩，名额不变。',
  },
  full: {
    subject: '{child}改为正式就读{section}',
    says: '{child}自{day}起正式就读{section}，计成绩。',
  },
  asksToSitIn: {
    subject: '{child}申请改为旁听{section}',
    says: '有家庭申请让{child}旁听{section}（不计成绩），等待教务处答复。',
  },
  asksForFull: {
    subject: '{child}申请正式就读{section}',
    says: '有家庭申请让{child}正式就读{section}（计成绩），等待教务处答复。',
  },
  notChanged: {
    subject: '关于{child}在{section}的申请',
    says: '教务处维持现状：{child}仍按原来的方式就读{section}。',
  },
  nothing: '您的账户没有变化。',
  more: '需补缴 {amount}，账单在“缴费”中查看。',
  covers: '{amount} 已抵扣您尚未缴纳的款项。',
  credit: '{amount} 已作为余款记入您的账户。',
  refund: '{amount} 将由财务退还给您，发出后会发邮件通知您。',
  note: '教务处留言：{note}',
  familyNote: '家长留言：{note}',
  link: '打开缴费页面',
  officeLink: '打开学生资料',
}
