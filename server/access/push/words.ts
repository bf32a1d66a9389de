import type { PushKind } from '#contract/access/push.ts'

type Words = Record<Exclude<PushKind, 'notice'> | 'notice' | 'urgent', (school: string) => string>

/** One line for the screen of a locked telephone, which anybody may see: it names no child, no class and no sum. */
const words: Record<'en' | 'zh', Words> = {
  en: {
    notice: school => `${school}: a new notice for you`,
    urgent: school => `${school}: an urgent notice for you`,
    message: school => `${school}: somebody has written to you`,
    'called-off': school => `${school}: lessons are called off`,
    'on-again': school => `${school}: lessons take place after all`,
    closed: school => `${school}: a class does not take place`,
    seat: school => `${school}: a place has become free for you. Answer in time.`,
    test: school => `${school}: notifications reach this device`,
  },
  zh: {
    notice: school => `${school}：您有一则新通知`,
    urgent: school => `${school}：紧急通知`,
    message: school => `${school}：您有一条新消息`,
    'called-off': school => `${school}：停课通知`,
    'on-again': school => `${school}：恢复上课`,
    closed: school => `${school}：有课程停开`,
    seat: school => `${school}：有空位了，请及时答复`,
    test: school => `${school}：这台设备能收到通知`,
  },
}

/** What is on the device, in the person's language. */
export const titleOf = (
  of: { kind: PushKind; isUrgent: boolean; language: string },
  school: { name: string; nativeName: string },
): string => {
  const language = of.language === 'zh' ? 'zh' : 'en'
  const key = of.kind === 'notice' && of.isUrgent ? 'urgent' : of.kind
  return words[language][key]((language === 'zh' && school.nativeName) || school.name)
}
