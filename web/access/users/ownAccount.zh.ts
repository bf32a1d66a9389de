import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ownAccount.en.ts'

/** Texts of downloading one's own data and of closing the account. */
export const messages: Translation<typeof english> = {
  ownAccount: {
    title: '您的资料和账号',
    takeFamily: '一个文件，包含您在这里看到的全部内容：家庭和孩子、同意书、点名、作业、成绩、付款、消息和文件。',
    takeOthers: '一个文件，包含您的账号：姓名、邮箱和登录的设备。',
    take: '下载您的资料',
    taken: '浏览器正在下载 my-data.zip。',
    closeHint: '关闭账号后将无法登录。学校会保留必须保留的记录。',
    close: '关闭账号',
    closeTitle: '要关闭您的账号吗？',
    lead: '账号：{email}。此操作无法撤销。',
    signedOut: '您会立即在所有设备上退出登录。密码、通行密钥和日历链接随即失效。',
    news: '日常邮件和通知会停止。家长必须知道的事，例如停课，学校仍会发邮件告知。',
    kept: '学校会保留必须保留的记录，例如付款和点名。',
    children: '已报名的孩子仍在班里，未缴的费用仍需缴纳。其他家长的账号不受影响。',
    withdraw: '如需退班，请先在孩子的页面办理，或联系教务处：{contact}。',
    withdrawPlain: '如需退班，请先在孩子的页面办理，或联系教务处。',
    staff: '您在学校的职务权限随即结束。',
    told: '教务处会收到通知。',
    confirm: '关闭我的账号',
    closed: '您的账号已关闭。',
  },
}
