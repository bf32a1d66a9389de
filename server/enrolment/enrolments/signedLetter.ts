import type { SubmittedFamily } from '#contract/enrolment/enrolments.ts'
import type { ConsentLevel, Policy } from '#contract/school/policies.ts'
import type { Actor } from '#server/platform/functions.ts'
import type { Letter } from '#server/platform/mail.ts'

const words = {
  en: {
    subject: (school: string) => `What you have signed · ${school}`,
    opening: (name: string) => `Dear ${name}, this is your copy of what you agreed to with your registration.`,
    signed: (name: string, when: string) => `Signed electronically with the name “${name}” on ${when}.`,
    version: (title: string, version: number, level: string) => `${title} (version ${version}): ${level}`,
    level: {
      granted: 'agreed',
      withdrawn: 'not agreed',
      public: 'photos may be published, without names',
      school: 'photos only within the school',
      none: 'no photos',
    } satisfies Record<ConsentLevel, string>,
  },
  zh: {
    subject: (school: string) => `您签署的内容 · ${school}`,
    opening: (name: string) => `${name}，您好！这是您报名时签署内容的副本。`,
    signed: (name: string, when: string) => `以姓名“${name}”于${when}电子签署。`,
    version: (title: string, version: number, level: string) => `${title}（第 ${version} 版）：${level}`,
    level: {
      granted: '同意',
      withdrawn: '不同意',
      public: '照片可以公开（不带姓名）',
      school: '照片仅限校内使用',
      none: '不拍照',
    } satisfies Record<ConsentLevel, string>,
  },
}

/** A copy of all that was signed with a registration, each text in full with its version; null where nothing was. */
export const signedLetter = (
  to: Actor,
  school: string,
  policies: readonly Policy[],
  { levels, signedName }: SubmittedFamily['consents'],
  { zone, at }: { zone: string; at: Date },
): Letter | null => {
  const say = words[to.language]
  const isChinese = to.language === 'zh'
  const signed = policies.flatMap(policy => {
    const level = levels[policy.kind]
    if (!level) return []
    const title = (isChinese && policy.nativeTitle) || policy.title
    const text = (isChinese && policy.nativeText) || policy.text
    return [say.version(title, policy.version, say.level[level]), ...(text ? [text] : [])]
  })
  if (signed.length === 0) return null
  const when = new Intl.DateTimeFormat(isChinese ? 'zh-Hans' : 'en', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zone,
  }).format(at)
  return {
    to: to.email,
    subject: say.subject(school),
    paragraphs: [say.opening(to.name), ...signed, say.signed(signedName, when)],
  }
}
