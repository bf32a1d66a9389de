export const messages = {
  keptLetter: {
    title: '邮件',
    head: '写给 {to}，{at}。没有发出，没有人收到。',
    copy: '复制正文',
    copied: '正文已复制',
  },
}
