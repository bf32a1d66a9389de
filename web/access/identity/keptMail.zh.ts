export const messages = {
  keptMail: {
    contact: '请联系教务处：{contact}',
    noContact: '请联系教务处。',
    verifyTitle: '还差一步',
    verifyLead: '教务处会确认您的邮箱 {email}。确认之后，本页会自动继续。',
    verifyDemo: '这是演示：发给 {email} 的链接保存在演示邮箱里。在那里打开链接，本页会自动继续。',
    noLink: '这所学校还不发送邮件，因此没有链接可发。请用密码登录。',
    noReset: '这所学校还不发送邮件，因此无法发送重设密码的链接。',
    mailbox: '打开演示邮箱',
  },
}
