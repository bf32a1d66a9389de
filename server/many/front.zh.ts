import type { front as english } from './front.en.ts'
import type { Translation } from '#contract/translation.ts'

export const front: Translation<typeof english> = {
  unknown: {
    title: '此网址没有学校',
    text: '{host} 没有学校。请检查网址，或向学校询问。',
  },
  closed: {
    title: '学校网站已关闭',
    text: '{host} 的学校网站已关闭。请向学校询问新网址。',
  },
  moving: {
    title: '学校网站正在迁移',
    text: '{host} 的学校网站即将恢复。请过几分钟再试。',
  },
  failed: {
    title: '学校网站暂时无法打开',
    text: '{host} 的学校网站暂时无法访问。请稍后再试。',
  },
}
