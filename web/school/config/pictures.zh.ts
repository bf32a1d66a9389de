import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './pictures.en.ts'

/** Texts of the office's page for pictures. */
export const messages: Translation<typeof english> = {
  pictures: {
    title: '图片',
    lead: '按此顺序显示在首页。未经家长同意的孩子请不要出现。',
    none: '还没有图片。一张校舍或课堂的照片胜过千言万语。',
    caption: '图片说明',
    captionHint: '会读给看不见图片的人听。',
    nativeCaption: '第二语言的说明',
    add: '添加图片',
    adding: '正在上传',
    added: '{n, plural, other {已添加 # 张图片}}',
    saved: '已保存',
    up: '上移',
    down: '下移',
    remove: '移除图片',
    removed: '图片已移除',
    full: '图片数量已达上限。',
  },
}
