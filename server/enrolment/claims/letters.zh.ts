import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './letters.en.ts'

export const messages: Translation<typeof english> = {
  subject: '您的验证码 · {school}',
  opening: '{name}，您好！',
  asked: '有人正在{school}报名，并表示与您是同一个家庭。如果是您本人，请在报名页面输入以下验证码：',
  worth: '验证码 {minutes} 分钟内有效。如果不是您本人，无需理会；请不要把验证码告诉任何人。',
  known: '您已经用这个邮箱注册过账号：直接登录，就能看到学校已有的家庭资料。',
  signIn: '登录',
  found: '教务处已找到您的家庭：您的账号现在对应{name}。',
  foundHow: '学校已有的资料都已填好，请核对一遍。',
  refused: '根据您填写的内容，教务处没有找到您的家庭。您可以作为新家庭报名，或直接回复此邮件。',
  answerSubject: '您的家庭 · {school}',
  note: '教务处留言：{note}',
  goOn: '继续报名',
}
