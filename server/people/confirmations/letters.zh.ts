import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '请确认您的家庭资料',
  opening: '{name}，您好！',
  ask: '我们每年请每个家庭核对一次资料：地址、电话、谁可以接孩子、过敏和用药。{isLate, select, true {截止日{day}已过，请尽快确认。} other {请于{day}（含）前确认。}}',
  how: '如果都没有变化，点一下确认就好。有变化的地方请直接修改，其余保持不变。',
  link: '查看家庭资料',
}
