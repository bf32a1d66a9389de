import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

/** Texts of attachments. */
export const messages: Translation<typeof english> = {
  files: {
    add: '添加文件',
    drop: '或拖到这里',
    hint: '最多十个图片、PDF、Word、文本、录音或视频，每个不超过 10 MB。照片中的位置信息会去掉。',
    addPhotos: '添加照片或文件',
    hintShort: '最多十个照片或文件，每个不超过 10 MB。',
    remove: '移除 {name}',
    cancel: '取消 {name}',
    progress: '正在上传 {name}',
    full: '最多十个文件。',
    failed: '有文件没有添加成功。请移除或重新上传。',
    retry: '重新上传 {name}',
    play: '播放 {name}',
    photo: '{name}发来的照片，第 {n} 张，共 {of} 张',
    previous: '上一张',
    next: '下一张',
    whole: '在新标签页打开',
  },
}
