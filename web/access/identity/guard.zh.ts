import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './guard.en.ts'

export const messages: Translation<typeof english> = {
  guard: {
    denied: '您没有访问权限',
    deniedHint: '登录后才能查看该页面。',
    deniedUnverified: '您的邮箱还没有验证。请先验证，再回到这里。',
  },
}
