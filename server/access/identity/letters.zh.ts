import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  school: '学校',
  opening: '您好！',
  openingNamed: '{name}，您好！',
  subject: {
    closed: '您在{school}的账号已关闭',
    closedTold: '{name}关闭了账号',
    verify: '请确认您在{school}的邮箱',
    reset: '为{school}设置新密码',
    changeEmail: '请确认您在{school}的新邮箱',
    emailChanged: '您在{school}的邮箱已更改',
    invitation: '{school}邀请您加入',
    welcome: '{school}欢迎您',
    secondFactorOn: '您在{school}的两步验证已开启',
    secondFactorOff: '您在{school}的两步验证已关闭',
    secondFactorTaken: '教务处已关闭您在{school}的两步验证',
    passwordChanged: '您在{school}的密码已更改',
    passkeyAdded: '您在{school}添加了通行密钥',
    passkeyRemoved: '您在{school}的一个通行密钥已移除',
    signInLink: '登录{school}',
    newDevice: '{school}：新设备登录',
    recoveryUsed: '您在{school}的一个恢复码已被使用',
  },
  says: {
    closed:
      '您关闭了 {email} 在{school}的账号，任何人都不能再用它登录。学校会保留必须保留的记录，例如付款和点名。已报名的孩子仍在班里。',
    closedTold:
      '{name}（{account}）关闭了在{school}的账号。其记录仍然保留，包括付款和点名。已报名的孩子仍在班里，没有人为他们办理退班。',
    verify:
      '刚才有人用这个邮箱（{email}）在{school}注册了账号。如果是您本人，请确认邮箱，链接三天内有效。如果换了一台设备打开，系统会请您设置密码。',
    reset: '您为 {email} 申请了新密码。链接一小时内有效，只能使用一次。',
    changeEmail:
      '有人以 {email} 登录{school}，希望今后改用 {newEmail} 登录。如果是您本人，请在已登录的设备上确认新邮箱，链接三天内有效。确认之后，请用新邮箱重新登录。',
    emailChanged: '您现在的登录邮箱是 {newEmail}，{email} 不再使用。',
    invitation:
      '{school}邀请您使用学校的网站，课程、消息和学校的其他事都在那里。设置密码后就可以开始使用。您的登录邮箱是 {email}。',
    welcome: '您现在可以使用{school}的网站。您已有账号，请直接用 {email} 登录。',
    secondFactorOn: '从现在起，用 {email} 登录{school}时，输入密码之后还需要验证器应用里的验证码。其他设备已退出登录。',
    secondFactorOff: '现在用 {email} 登录{school}又只需要密码了。',
    secondFactorTaken:
      '{school}教务处已关闭 {email} 的两步验证，通常是因为设备遗失。您现在只用密码登录，可以在“账号”页面重新设置验证器应用。',
    passwordChanged: '{email} 在{school}的密码刚刚更改，其他设备都已退出登录。',
    passkeyAdded: '从现在起，{email} 可以用新的通行密钥（{passkey}）登录{school}，无需密码。',
    passkeyRemoved: '通行密钥“{passkey}”不能再用来以 {email} 登录{school}。',
    signInLink: '点下面的链接，即可用 {email} 登录{school}。链接一小时内有效，只能使用一次。',
    newDevice: '刚才有人在一台新设备{hasDevice, select, yes {（{device}）} other {}}上用 {email} 登录了{school}。',
    recoveryUsed:
      '刚才有人用恢复码以 {email} 登录了{school}。{left, plural, =0 {这是最后一个恢复码} other {还剩 # 个恢复码}}，您可以在“账号”页面获取新的恢复码。',
  },
  after: {
    closed: '如果不是您本人操作，请立即告诉教务处。如需回来，请用同一邮箱重新创建账号，再到“账号”中打开邮件通知。',
    closedTold: '对方不再收到日常邮件。如需联系，请用记录中的电话。要请对方回来，重新发送邀请即可。',
    verify: '如果不是您本人，请不要确认，点第二个链接，我们会删除这个账号。',
    reset: '如果不是您本人申请的，请不必理会这封邮件，您的密码不会改变。',
    changeEmail: '如果不是您本人，请不要确认，点第二个链接即可，一切保持不变。',
    emailChanged: '如果不是您本人操作，请马上告诉学校教务处。',
    invitation: '链接七天内有效。如果过期了，请在登录页面点“忘记密码？”。',
    secondFactorOn: '请把恢复码和手机分开保存。如果不是您本人操作，请马上告诉学校教务处。',
    secondFactorOff: '如果不是您本人操作，请马上设置新密码，并告诉学校教务处。',
    secondFactorTaken: '如果不是您提出的，请马上告诉学校教务处。',
    passwordChanged: '如果不是您本人操作，请在登录页面点“忘记密码？”设置新密码，并告诉学校教务处。',
    passkeyAdded: '如果不是您本人操作，请在“账号”页面移除它，设置新密码，并马上告诉学校教务处。',
    passkeyRemoved: '如果不是您本人操作，请马上设置新密码，并告诉学校教务处。',
    signInLink: '如果不是您本人申请的，请不必理会这封邮件：没有这个链接，谁也无法登录。',
    newDevice: '如果是您本人，不必理会。如果不是，请在登录页面点“忘记密码？”设置新密码，并告诉学校教务处。',
    recoveryUsed: '如果不是您本人操作，请马上设置新密码，并告诉学校教务处。',
  },
  label: {
    verify: '确认我的邮箱',
    reset: '设置新密码',
    changeEmail: '确认我的新邮箱',
    invitation: '设置我的密码',
    welcome: '登录',
    signInLink: '登录',
  },
  refusal: {
    verify: '不是我注册的',
    changeEmail: '不是我操作的',
  },
}
