import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './badges.en.ts'

export const messages: Translation<typeof english> = {
  badges: {
    enter: {
      title: '用登录卡登录',
      lead: '用相机扫描登录卡上的二维码，或输入下面的代码。',
      code: '代码',
      codeHint: '16 个字母和数字，横线可以不输。',
      missing: '请输入登录卡上的代码。',
      unknown: '没有这个代码的登录卡。请核对字母，或向老师要一张新卡。',
      submit: '登录',
      pending: '正在登录',
      off: '这所学校不使用登录卡。',
      toLogin: '用其他方式登录',
    },
    learning: {
      lessons: '接下来的课',
      noLessons: '接下来两周没有课。',
      cancelled: '已取消',
    },
    sheet: {
      once: '请现在打印：代码只显示这一次，不会保存。卡丢了可以重做，旧卡随即失效。',
      print: '打印',
      done: '已打印好',
      picture: '{name} 的二维码',
      how: '扫描二维码，或在 {address} 输入代码',
    },
    office: {
      link: '登录卡',
      title: '登录卡',
      lead: '有了登录卡，学生不用邮箱和密码就能登录，只能看到自己的课程和作业。谁拿着卡谁就能登录，请把卡交给学生本人或家长。',
      back: '班级名单',
      nobody: '这个班还没有学生。',
      none: '没有登录卡',
      made: '{day} 制作',
      used: '上次使用{day}',
      unused: '还没用过',
      make: '{n, plural, =0 {制作登录卡} other {制作 # 张登录卡}}',
      making: '请稍候',
      end: '{n, plural, =0 {停用登录卡} other {停用 # 张登录卡}}',
      ended: '{n, plural, other {# 张登录卡已停用。}}',
      againTitle: '{n, plural, other {换掉 # 张登录卡？}}',
      againText: '旧卡会失效，用它登录的人会被退出：{names}。',
      endTitle: '{n, plural, other {停用 # 张登录卡？}}',
      endText: '卡会失效，用它登录的人会被退出：{names}。',
      keep: '取消',
    },
  },
}
