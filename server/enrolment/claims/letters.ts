import type { Letter } from '#server/platform/mail.ts'
import { claimMinutes } from '#contract/enrolment/claims.ts'
import type { Addressed } from './queries.ts'

type School = { name: string; nativeName: string }
const nameOf = (language: 'en' | 'zh', { name, nativeName }: School): string =>
  language === 'zh' && nativeName !== '' ? nativeName : name

const words = {
  en: {
    subject: (school: string) => `Your code · ${school}`,
    opening: (name: string) => `Dear ${name},`,
    asked: (school: string) =>
      `somebody is registering at ${school} and says that your family is theirs. If that is you, enter this code there:`,
    worth: `It works for ${claimMinutes} minutes. If it was not you, you need not do anything; never give the code to anybody else.`,
    known:
      'you have an account with this address already: sign in with it, and everything that the school knows of your family is there.',
    signIn: 'Sign in',
    found: (name: string) => `The office has found your family: your account is now that of ${name}.`,
    foundHow: 'Everything that the school knows is filled in. Please look through it once.',
    refused: 'The office has not found your family by what you wrote. You can register as new, or answer this letter.',
    answerSubject: (school: string) => `Your family · ${school}`,
    note: (note: string) => `The office adds: ${note}`,
    goOn: 'Go on with your registration',
  },
  zh: {
    subject: (school: string) => `您的验证码 · ${school}`,
    opening: (name: string) => `${name}，您好！`,
    asked: (school: string) =>
      `有人正在${school}报名，并表示与您是同一个家庭。如果是您本人，请在报名页面输入以下验证码：`,
    worth: `验证码 ${claimMinutes} 分钟内有效。如果不是您本人，无需理会；请不要把验证码告诉任何人。`,
    known: '您已经用这个邮箱注册过账户：直接登录，就能看到学校已有的家庭资料。',
    signIn: '登录',
    found: (name: string) => `办公室已找到您的家庭：您的账户现在对应${name}。`,
    foundHow: '学校已有的资料都已填好，请核对一遍。',
    refused: '根据您填写的内容，办公室没有找到您的家庭。您可以作为新家庭报名，或直接回复此信。',
    answerSubject: (school: string) => `您的家庭 · ${school}`,
    note: (note: string) => `办公室附言：${note}`,
    goOn: '继续报名',
  },
}

/** The code for one guardian, to the address that the school has of them. */
export const codeLetter = (to: Addressed, school: School, code: string): Letter => {
  const say = words[to.language]
  const name = nameOf(to.language, school)
  return {
    to: to.email,
    subject: say.subject(name),
    paragraphs: [say.opening(to.name), say.asked(name), `${code.slice(0, 4)} ${code.slice(4)}`, say.worth],
    isSecret: true,
  }
}

/** For a guardian who has an account under the address on file: that one is the way in. */
export const knownLetter = (to: Addressed, school: School, publicUrl: string): Letter => {
  const say = words[to.language]
  return {
    to: to.email,
    subject: say.answerSubject(nameOf(to.language, school)),
    paragraphs: [say.opening(to.name), say.known],
    link: { url: `${publicUrl}/login?next=/registration`, label: say.signIn },
  }
}

/** What the office answered to whoever asked for their family. */
export const answerLetter = (
  to: { email: string; name: string; language: 'en' | 'zh' },
  school: School,
  joined: string | null,
  note: string,
  publicUrl: string,
): Letter => {
  const say = words[to.language]
  return {
    to: to.email,
    subject: say.answerSubject(nameOf(to.language, school)),
    paragraphs: [
      say.opening(to.name),
      ...(joined === null ? [say.refused] : [say.found(joined), say.foundHow]),
      ...(note ? [say.note(note)] : []),
    ],
    link: { url: `${publicUrl}/registration`, label: say.goOn },
  }
}
