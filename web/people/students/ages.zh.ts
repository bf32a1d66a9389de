import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ages.en.ts'

export const messages: Translation<typeof english> = {
  ages: {
    from: '{from} 岁及以上',
    to: '{to} 岁及以下',
    between: '{from}–{to} 岁',
  },
}
