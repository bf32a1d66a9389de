import type { Language } from '#contract/values.ts'
import type { Letter } from '#server/platform/mail.ts'

type School = { name: string; nativeName: string } | null
/** What a letter says: a kind, who it is from, and where its link leads. */
export type Occasion =
  | { kind: 'verify'; email: string; link: string; refusal: string }
  | { kind: 'reset'; email: string; link: string }
  | { kind: 'changeEmail'; email: string; newEmail: string; link: string; refusal: string }
  | { kind: 'emailChanged'; email: string; newEmail: string }
  | { kind: 'invitation'; email: string; name: string; link: string }
  | { kind: 'welcome'; email: string; name: string; link: string }
  /** A second factor: set up by its owner, removed by them, taken away by the office. */
  | { kind: 'secondFactorOn' | 'secondFactorOff' | 'secondFactorTaken'; email: string }
  | { kind: 'passwordChanged'; email: string }
  | { kind: 'passkeyAdded' | 'passkeyRemoved'; email: string; passkey: string }
  | { kind: 'signInLink'; email: string; link: string }
  /** Somebody signed in where the account had never been. */
  | { kind: 'newDevice'; email: string; device: string }
  | { kind: 'recoveryUsed'; email: string; left: number }

type Words = { subject: string; paragraphs: string[]; label: string; refusal?: string }

const english = (occasion: Occasion, school: string): Words => {
  switch (occasion.kind) {
    case 'verify':
      return {
        subject: `Confirm your e-mail address for ${school}`,
        paragraphs: [
          `Hello,`,
          `Someone just created an account at ${school} with this e-mail address: ${occasion.email}. If that was you, confirm your address. The link works for three days. On another device than the one you started on, it asks you to choose your password.`,
          `If it wasn't you, don't confirm. Use the second link and we'll remove the account.`,
        ],
        label: 'Confirm my address',
        refusal: "This wasn't me",
      }
    case 'reset':
      return {
        subject: `Choose a new password for ${school}`,
        paragraphs: [
          `Hello,`,
          `you asked for a new password for ${occasion.email}. The link works for one hour, once.`,
          `If it was not you, you can leave this letter alone; your password stays as it is.`,
        ],
        label: 'Choose a new password',
      }
    case 'changeEmail':
      return {
        subject: `Confirm your new e-mail address for ${school}`,
        paragraphs: [
          `Hello,`,
          `Someone signed in to ${school} as ${occasion.email} wants to sign in with ${occasion.newEmail} from now on. If that was you, confirm the new address on the device where you're signed in. The link works for three days. Afterwards, sign in again with the new address.`,
          `If it wasn't you, don't confirm. Use the second link and nothing changes.`,
        ],
        label: 'Confirm my new address',
        refusal: "This wasn't me",
      }
    case 'emailChanged':
      return {
        subject: `Your e-mail address for ${school} has changed`,
        paragraphs: [
          `Hello,`,
          `you now sign in with ${occasion.newEmail}; ${occasion.email} no longer works.`,
          `If it was not you, please tell the school office right away.`,
        ],
        label: '',
      }
    case 'invitation':
      return {
        subject: `${school} invites you`,
        paragraphs: [
          `Hello ${occasion.name},`,
          `${school} has a place for you online: classes, messages and everything around school. Choose a password and you are in. You sign in with ${occasion.email}.`,
          `The link works for seven days. If it is too late, use “Forgot your password?” on the sign-in page.`,
        ],
        label: 'Choose my password',
      }
    case 'welcome':
      return {
        subject: `${school} is waiting for you`,
        paragraphs: [
          `Hello ${occasion.name},`,
          `${school} has added you. You already have an account: just sign in with ${occasion.email}.`,
        ],
        label: 'Sign in',
      }
    case 'secondFactorOn':
      return {
        subject: `Your second factor for ${school} is set up`,
        paragraphs: [
          `Hello,`,
          `from now on, signing in to ${school} as ${occasion.email} asks for a code of your app after the password. On other devices you have been signed out.`,
          `Keep the recovery codes apart from your phone. If it was not you, please tell the school office right away.`,
        ],
        label: '',
      }
    case 'secondFactorOff':
      return {
        subject: `Your second factor for ${school} is removed`,
        paragraphs: [
          `Hello,`,
          `signing in to ${school} as ${occasion.email} asks for the password alone again.`,
          `If it was not you, choose a new password now and tell the school office.`,
        ],
        label: '',
      }
    case 'secondFactorTaken':
      return {
        subject: `The office has removed your second factor for ${school}`,
        paragraphs: [
          `Hello,`,
          `the office of ${school} has removed the second factor of ${occasion.email}, as is done when a device is lost. You sign in with your password alone, and can set up a new app under “Account”.`,
          `If you did not ask for this, please tell the school office right away.`,
        ],
        label: '',
      }
    case 'passwordChanged':
      return {
        subject: `Your password for ${school} has changed`,
        paragraphs: [
          `Hello,`,
          `The password of ${occasion.email} at ${school} has just been changed, and every other device has been signed out.`,
          `If it wasn't you, choose a new one on the sign-in page with “Forgotten your password?” and tell the school office.`,
        ],
        label: '',
      }
    case 'passkeyAdded':
      return {
        subject: `A passkey for ${school} was added`,
        paragraphs: [
          `Hello,`,
          `from now on, ${occasion.email} can sign in to ${school} with a new passkey: ${occasion.passkey}. It needs no password.`,
          `If it wasn't you, remove it under “Account”, choose a new password and tell the school office right away.`,
        ],
        label: '',
      }
    case 'passkeyRemoved':
      return {
        subject: `A passkey for ${school} was removed`,
        paragraphs: [
          `Hello,`,
          `the passkey “${occasion.passkey}” no longer signs ${occasion.email} in to ${school}.`,
          `If it wasn't you, choose a new password now and tell the school office.`,
        ],
        label: '',
      }
    case 'signInLink':
      return {
        subject: `Sign in to ${school}`,
        paragraphs: [
          `Hello,`,
          `this link signs you in to ${school} as ${occasion.email}. It works for one hour, once.`,
          `If you didn't ask for it, you can leave this letter alone: nobody gets in without the link.`,
        ],
        label: 'Sign in',
      }
    case 'newDevice':
      return {
        subject: `New sign-in to ${school}`,
        paragraphs: [
          `Hello,`,
          `Someone just signed in to ${school} as ${occasion.email} on a device that's new to us${occasion.device === '' ? '' : `: ${occasion.device}`}.`,
          `If that was you, there's nothing to do. If it wasn't, choose a new password on the sign-in page with “Forgotten your password?” and tell the school office.`,
        ],
        label: '',
      }
    case 'recoveryUsed':
      return {
        subject: `A recovery code for ${school} was used`,
        paragraphs: [
          `Hello,`,
          `somebody has just signed in to ${school} as ${occasion.email} with a recovery code. ${occasion.left === 0 ? 'It was the last one' : `${occasion.left} are left`}; you get new ones under “Account”.`,
          `If it was not you, choose a new password now and tell the school office.`,
        ],
        label: '',
      }
  }
}

const chinese = (occasion: Occasion, school: string): Words => {
  switch (occasion.kind) {
    case 'verify':
      return {
        subject: `请确认您在${school}的邮箱`,
        paragraphs: [
          `您好！`,
          `刚才有人用这个邮箱（${occasion.email}）在${school}注册了账号。如果是您本人，请确认邮箱，链接三天内有效。如果换了一台设备打开，系统会请您设置密码。`,
          `如果不是您本人，请不要确认，点第二个链接，我们会删除这个账号。`,
        ],
        label: '确认我的邮箱',
        refusal: '不是我注册的',
      }
    case 'reset':
      return {
        subject: `为${school}设置新密码`,
        paragraphs: [
          `您好！`,
          `您为 ${occasion.email} 申请了新密码。链接一小时内有效，只能使用一次。`,
          `如果不是您本人申请的，请不必理会这封信，您的密码不会改变。`,
        ],
        label: '设置新密码',
      }
    case 'changeEmail':
      return {
        subject: `请确认您在${school}的新邮箱`,
        paragraphs: [
          `您好！`,
          `有人以 ${occasion.email} 登录${school}，希望今后改用 ${occasion.newEmail} 登录。如果是您本人，请在已登录的设备上确认新邮箱，链接三天内有效。确认之后，请用新邮箱重新登录。`,
          `如果不是您本人，请不要确认，点第二个链接即可，一切保持不变。`,
        ],
        label: '确认我的新邮箱',
        refusal: '不是我操作的',
      }
    case 'emailChanged':
      return {
        subject: `您在${school}的邮箱已更改`,
        paragraphs: [
          `您好！`,
          `您现在的登录邮箱是 ${occasion.newEmail}，${occasion.email} 不再使用。`,
          `如果不是您本人操作，请马上告诉学校办公室。`,
        ],
        label: '',
      }
    case 'invitation':
      return {
        subject: `${school}邀请您加入`,
        paragraphs: [
          `${occasion.name}，您好！`,
          `${school}为您准备好了网上的位置：课程、消息，以及与学校有关的一切。设置一个密码就可以开始了。您的登录邮箱是 ${occasion.email}。`,
          `链接七天内有效。如果过期了，请在登录页面点“忘记密码？”。`,
        ],
        label: '设置我的密码',
      }
    case 'welcome':
      return {
        subject: `${school}欢迎您`,
        paragraphs: [`${occasion.name}，您好！`, `${school}已将您加入。您已有账号，请直接用 ${occasion.email} 登录。`],
        label: '登录',
      }
    case 'secondFactorOn':
      return {
        subject: `您在${school}的两步验证已开启`,
        paragraphs: [
          `您好！`,
          `从现在起，用 ${occasion.email} 登录${school}时，输入密码之后还需要验证器应用里的验证码。其他设备已退出登录。`,
          `请把恢复码和手机分开保存。如果不是您本人操作，请马上告诉学校办公室。`,
        ],
        label: '',
      }
    case 'secondFactorOff':
      return {
        subject: `您在${school}的两步验证已关闭`,
        paragraphs: [
          `您好！`,
          `现在用 ${occasion.email} 登录${school}又只需要密码了。`,
          `如果不是您本人操作，请马上设置新密码，并告诉学校办公室。`,
        ],
        label: '',
      }
    case 'secondFactorTaken':
      return {
        subject: `办公室已关闭您在${school}的两步验证`,
        paragraphs: [
          `您好！`,
          `${school}办公室已关闭 ${occasion.email} 的两步验证，通常是因为设备遗失。您现在只用密码登录，可以在“账号”页面重新设置验证器应用。`,
          `如果不是您提出的，请马上告诉学校办公室。`,
        ],
        label: '',
      }
    case 'passwordChanged':
      return {
        subject: `您在${school}的密码已更改`,
        paragraphs: [
          `您好！`,
          `${occasion.email} 在${school}的密码刚刚更改，其他设备都已退出登录。`,
          `如果不是您本人操作，请在登录页面点“忘记密码？”设置新密码，并告诉学校办公室。`,
        ],
        label: '',
      }
    case 'passkeyAdded':
      return {
        subject: `您在${school}添加了通行密钥`,
        paragraphs: [
          `您好！`,
          `从现在起，${occasion.email} 可以用新的通行密钥（${occasion.passkey}）登录${school}，无需密码。`,
          `如果不是您本人操作，请在“账号”页面移除它，设置新密码，并马上告诉学校办公室。`,
        ],
        label: '',
      }
    case 'passkeyRemoved':
      return {
        subject: `您在${school}的一个通行密钥已移除`,
        paragraphs: [
          `您好！`,
          `通行密钥“${occasion.passkey}”不能再用来以 ${occasion.email} 登录${school}。`,
          `如果不是您本人操作，请马上设置新密码，并告诉学校办公室。`,
        ],
        label: '',
      }
    case 'signInLink':
      return {
        subject: `登录${school}`,
        paragraphs: [
          `您好！`,
          `点下面的链接，即可用 ${occasion.email} 登录${school}。链接一小时内有效，只能使用一次。`,
          `如果不是您本人申请的，请不必理会这封信：没有这个链接，谁也无法登录。`,
        ],
        label: '登录',
      }
    case 'newDevice':
      return {
        subject: `${school}：新设备登录`,
        paragraphs: [
          `您好！`,
          `刚才有人在一台新设备${occasion.device === '' ? '' : `（${occasion.device}）`}上用 ${occasion.email} 登录了${school}。`,
          `如果是您本人，不必理会。如果不是，请在登录页面点“忘记密码？”设置新密码，并告诉学校办公室。`,
        ],
        label: '',
      }
    case 'recoveryUsed':
      return {
        subject: `您在${school}的一个恢复码已被使用`,
        paragraphs: [
          `您好！`,
          `刚才有人用恢复码以 ${occasion.email} 登录了${school}。${occasion.left === 0 ? '这是最后一个恢复码' : `还剩 ${occasion.left} 个恢复码`}，您可以在“账号”页面获取新的恢复码。`,
          `如果不是您本人操作，请马上设置新密码，并告诉学校办公室。`,
        ],
        label: '',
      }
  }
}

/**
 * The letter for an occasion in a language, in the school's name. Letters whose link is a key to the account are
 * secret to the office. A change of address is confirmed from the new one and told to the old one (wire B4).
 */
export const letterFor = (occasion: Occasion, language: Language, school: School): Letter => {
  const name = language === 'zh' ? school?.nativeName || school?.name || '学校' : (school?.name ?? 'the school')
  const {
    subject,
    paragraphs,
    label,
    refusal = '',
  } = language === 'zh' ? chinese(occasion, name) : english(occasion, name)
  return {
    to: occasion.kind === 'changeEmail' ? occasion.newEmail : occasion.email,
    subject,
    paragraphs,
    ...('link' in occasion ? { link: { url: occasion.link, label } } : {}),
    ...('refusal' in occasion ? { otherLink: { url: occasion.refusal, label: refusal } } : {}),
    isSecret: 'link' in occasion && occasion.kind !== 'welcome',
  }
}
