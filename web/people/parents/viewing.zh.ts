import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './viewing.en.ts'

export const messages: Translation<typeof english> = {
  viewing: {
    label: '您正在以家长视角查看',
    title: '您看到的就是{name}看到的。',
    text: '不能修改任何内容。',
    stop: '退出查看',
  },
}
