import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './files.en.ts'

export const messages: Translation<typeof english> = {
  family: '家庭',
  guardians: '家长',
  children: '孩子',
  phone: '电话',
  email: '邮箱',
  balance: '余额',
  families: '家庭',
  labels: '标签',
}
