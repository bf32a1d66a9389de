import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './signedLetter.en.ts'

export const messages: Translation<typeof english> = {
  subject: '您签署的内容 · {school}',
  opening: '{name}，您好！这是您报名时签署内容的副本。',
  signed: '以姓名“{name}”于{when}电子签署。',
  version: '{title}（第 {version} 版）：{level}',
  level: {
    granted: '同意',
    withdrawn: '不同意',
    public: '照片可以公开（不带姓名）',
    school: '照片仅限校内使用',
    none: '不拍照',
  },
}
