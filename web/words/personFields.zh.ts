import type { fieldHints as hints, personFields as fields } from './personFields.en.ts'
import type { Translation } from '#contract/translation.ts'

export const personFields: Translation<typeof fields> = {
  name: '姓名',
  nativeName: '中文名',
  preferredName: '常用名',
  birthOn: '出生日期',
  grade: '日校年级',
  allergies: '过敏',
  medical: '健康说明',
  medication: '用药',
  doctor: '医生',
  doctorName: '医生姓名',
  doctorPhone: '医生电话',
  address: '地址',
  email: '邮箱',
  phone: '电话',
  language: '首选语言',
  relationship: '关系',
  hasDataAccess: '可以查看资料',
  mayPickUp: '可以接孩子',
  household: '缴费家庭',
  photo: '照片',
  rule: '接送',
  toDay: '截止',
}

export const fieldHints: Translation<typeof hints> = {
  allergies: '对什么过敏、多严重、该怎么做。',
  medical: '疾病情况，紧急时怎样帮助。',
  medication: '什么药、什么时候吃、放在哪里。',
}
