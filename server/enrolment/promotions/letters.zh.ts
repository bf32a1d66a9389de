import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '{school}：已为您保留{term}的名额',
  opening: '{name}，您好！我们已为您的孩子保留{term}的以下名额：',
  until:
    '{term, select, draft {开放报名后，请} other {请}}在{day}（含）前到首页逐一确认或放弃。确认后才会开出账单，在此之前无需付款。逾期未确认的名额可能留给其他孩子。',
  link: '查看保留的名额',
  released: {
    subject: '{school}：为您保留的{term}名额已释放',
    opening: '{name}，您好！{term}的以下名额在{day}（含）前没有确认，已不再保留：',
    next: '这些名额现在可以留给其他孩子。如果您的孩子还想就读，请与教务处联系。',
    link: '打开您的首页',
  },
}
