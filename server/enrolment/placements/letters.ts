import type { Letter } from '#server/platform/mail.ts'

type Named = { name: string; nativeName: string }
const words = {
  en: {
    subject: (child: string, course: string) => `${child} belongs in ${course}`,
    opening: (name: string) => `Dear ${name},`,
    placed: (child: string, course: string) =>
      `we have looked at what ${child} can do, and ${course} is the right level.`,
    next: 'Where a class waits for this, the office decides next and writes to you.',
    note: (note: string) => `The school adds: ${note}`,
    link: 'Open your start page',
  },
  zh: {
    subject: (child: string, course: string) => `${child}的分级结果：${course}`,
    opening: (name: string) => `${name}，您好！`,
    placed: (child: string, course: string) => `我们已为${child}做了分级，适合就读${course}。`,
    next: '如果有班级正等待分级结果，办公室会接着处理，并写信通知您。',
    note: (note: string) => `学校附言：${note}`,
    link: '打开您的首页',
  },
}

/** Tells a guardian, in their language, which level is their child's. */
export const placementLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: Named,
  about: { student: Named; course: Named; note: string },
  url: string,
): Letter => {
  const say = words[to.language]
  const nameOf = ({ name, nativeName }: Named) => (to.language === 'zh' && nativeName !== '' ? nativeName : name)
  const [child, course] = [nameOf(about.student), nameOf(about.course)]
  return {
    to: to.email,
    subject: `${say.subject(child, course)} · ${nameOf(school)}`,
    paragraphs: [
      say.opening(to.name),
      say.placed(child, course),
      ...(about.note ? [say.note(about.note)] : []),
      say.next,
    ],
    link: { url, label: say.link },
  }
}
