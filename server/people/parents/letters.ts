import type { ChangeRequest } from '#contract/people/parents.record.ts'
import type { Letter } from '#server/platform/mail.ts'
import type { Asker } from './changeQueries.ts'

const words = {
  en: {
    what: {
      child: (name: string) => `name and date of birth of ${name}`,
      rights: (name: string) => `what ${name} may see and do`,
      guardian: (name: string) => `name and contact of ${name}`,
      'guardian-add': (name: string) => `a new guardian, ${name}`,
      'guardian-remove': (name: string) => `${name} no longer a guardian`,
      household: (name: string) => `the name of your household, ${name}`,
    },
    approved: 'The office has made the change you asked for',
    declined: 'The office has not made the change you asked for',
    opening: (name: string) => `Dear ${name},`,
    about: (what: string) => `You asked for this change: ${what}.`,
    yes: 'The office has made it. It counts from now on.',
    no: 'The office could not make it.',
    note: (note: string) => `The office writes: ${note}`,
    link: 'Open your family’s details',
  },
  zh: {
    what: {
      child: (name: string) => `${name}的姓名与出生日期`,
      rights: (name: string) => `${name}的查看与接送权限`,
      guardian: (name: string) => `${name}的姓名与联系方式`,
      'guardian-add': (name: string) => `新增监护人${name}`,
      'guardian-remove': (name: string) => `${name}不再担任监护人`,
      household: (name: string) => `家庭名称“${name}”`,
    },
    approved: '您申请的修改已完成',
    declined: '您申请的修改未获批准',
    opening: (name: string) => `${name}，您好！`,
    about: (what: string) => `您申请了以下修改：${what}。`,
    yes: '教务处已经修改，即日起生效。',
    no: '教务处未能办理。',
    note: (note: string) => `教务处说明：${note}`,
    link: '打开家庭资料',
  },
}

/** Tells whoever asked for a change what the office decided, in their language. */
export const answerLetter = (to: Asker, request: ChangeRequest, publicUrl: string): Letter => {
  const say = words[to.language]
  const said = (of: { name: string; nativeName: string }) =>
    to.language === 'zh' && of.nativeName !== '' ? of.nativeName : of.name
  const asked = (key: string) => String(request.after[key] ?? '')
  const subject = request.subject ?? { name: asked('name'), nativeName: asked('nativeName') }
  const isApproved = request.status === 'approved'
  return {
    to: to.email,
    subject: say[isApproved ? 'approved' : 'declined'],
    paragraphs: [
      say.opening(said(to)),
      say.about(say.what[request.kind](said(subject))),
      isApproved ? say.yes : say.no,
      ...(request.note ? [say.note(request.note)] : []),
    ],
    link: { url: `${publicUrl}/parent`, label: say.link },
  }
}
