import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './guard.en.ts'

export const messages: Translation<typeof english> = {
  guard: {
    denied: '您没有访问权限',
    deniedHint: '登录后才能查看该页面。',
    deniedUnverified: '您的邮箱尚未验证。请打开我们发给您的链接，然后再回来。',
  },
}
