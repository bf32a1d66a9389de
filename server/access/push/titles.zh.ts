import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './titles.en.ts'

export const messages: Translation<typeof english> = {
  notice: '{school}：您有一则新通知',
  urgent: '{school}：紧急通知',
  message: '{school}：您有一条新消息',
  'called-off': '{school}：停课通知',
  'on-again': '{school}：恢复上课',
  closed: '{school}：有课程停开',
  seat: '{school}：有空位了，请及时答复',
  test: '{school}：这台设备能收到通知',
}
