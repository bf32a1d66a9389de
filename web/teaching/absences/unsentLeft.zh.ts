import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './unsentLeft.en.ts'

export const messages: Translation<typeof english> = {
  unsentLeft: {
    title: '有点名记录还没有上传',
    text: '这些记录只保存在这台设备上，现在退出就会丢失。请先不要退出，等有网络时打开“今天”上传。',
    stay: '先不退出',
    leave: '退出并放弃',
  },
}
