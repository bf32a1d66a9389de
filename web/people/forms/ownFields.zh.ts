import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ownFields.en.ts'

/** Texts around the school's own questions. */
export const messages: Translation<typeof english> = {
  ownFields: {
    title: '{name} 的其他情况',
    familyTitle: '家庭的其他情况',
    officeTitle: '学校自定的问题',
    yes: '是',
    no: '否',
    choose: '请选择',
    unanswered: '还没有填写',
    edit: '修改',
    editClass: '{section}的回答',
    editOf: '修改 {name} 的回答',
    save: '保存',
    saved: '已保存。',
    answered: '{name}，{day}',
    earlier: '以前的回答',
  },
}
