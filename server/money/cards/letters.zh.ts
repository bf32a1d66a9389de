import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  opening: '{name}，您好！',
  paid: '{amount} 已到账',
  paidSays: '谢谢您：刷卡缴纳的 {amount} 已到账，收据编号 {number}。',
  link: '打开缴费页面',
  officeLink: '打开家庭账户',
  withdrawn: '一笔 {amount} 的刷卡缴费被撤回',
  withdrawnSays:
    '持卡人对收据 {number} 的缴费提出异议（{reason}），服务商已将款项扣回，家庭账户中的该笔缴费已撤销。您可以在服务商网站上申辩；若成功，款项会自动重新入账。',
  partly: '持卡人对收据 {number} 的部分款项提出异议。家庭账户未作改动，请在服务商网站上查看，并人工更正账户。',
  mismatch: '一笔刷卡缴费与应缴金额不符',
  mismatchSays: '应缴 {asked}，服务商告知收到 {came}。系统没有入账，请在服务商网站上查看，并将实际到账的款项人工登记。',
  elsewhere: '{amount} 在系统之外退回了银行卡',
  elsewhereSays: '有人在服务商网站上直接退还了收据 {number} 的部分款项，家庭账户中没有记录，请人工更正。',
  title: '{school}学费',
}
