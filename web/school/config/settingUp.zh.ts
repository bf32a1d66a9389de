import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './settingUp.en.ts'

/** 初始设置：从一步到下一步。 */
export const messages: Translation<typeof english> = {
  settingUp: {
    label: '初始设置',
    now: '现在：{step}',
    next: '下一步：{step}',
    pasteAll: '一次粘贴所有班级',
    list: '已完成 {done} / {of}',
    paste: '粘贴班级',
    sheet: '班级已经在表格里了吗？课程、教室、老师和班级可以一起粘贴。',
  },
}
