import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './features.en.ts'

/** Texts of the features page, the list of settings, and settings that may be left empty. */
export const messages: Translation<typeof english> = {
  features: {
    lead: '启用学校用得到的功能。未启用的功能，谁都看不到。',
    name: {
      trials: '试听与单日课',
      auditing: '旁听',
      windows: '分批报名',
      lotteries: '抽签',
      promoCodes: '优惠码',
      oneroster: 'OneRoster',
    },
    about: {
      trials: '家长可以申请试听一堂课，或只来一天。',
      auditing: '学生以另一种价格旁听，不记成绩。',
      windows: '教职工和在读家庭可以先报名。',
      lotteries: '班级名额在所有申请人中抽签，结果人人可查。',
      promoCodes: '家长输入优惠码，享受优惠价。',
      oneroster: '其他程序以文件或网络方式读取班级名单。',
    },
    where: {
      trials: '“申请”中的“试听与单日”和各班级',
      auditing: '各班级',
      windows: '“班级”中的“学期”',
      lotteries: '“申请”中的“抽签”',
      promoCodes: '“缴费”中的“优惠码”',
      oneroster: '“设置”中的“OneRoster”',
    },
    found: '请到{where}使用。',
    switchedOn: '已启用{name}。请到{where}使用。',
    switchedOff: '已停用{name}。',
    held: '还有 {n, plural, other {# 次抽签}}正在进行。请先完成或取消，再停用。',
    leave: '停用{name}？',
    switchOff: '停用',
    again: '不会删除任何内容。再次启用后，一切照旧。',
    stays: {
      trials:
        '家长不能再申请试听。{n, plural, =0 {目前没有即将到来的试听。} other {即将到来的 # 次试听仍会保留在班级名单和家长账户中。}}',
      auditing: '不能再新增旁听生。{n, plural, =0 {目前没有旁听生。} other {现有的 # 名旁听生留在班里，价格不变。}}',
      windows:
        '学期一开放报名，所有人都能报名。{n, plural, =0 {目前没有学期设置分批报名。} other {# 个学期的分批报名不再生效。}}',
      lotteries: '不能再发起抽签。已公布的结果仍然公开。',
      promoCodes:
        '优惠码不再减价。{n, plural, =0 {目前没有有效的优惠码。} other {现有的 # 个有效优惠码将停止使用。}}已发出的账单不变。',
      oneroster:
        '其他程序不能再读取班级名单。{n, plural, =0 {目前没有程序持有密钥。} other {# 个程序保留密钥，但读不到内容。}}',
    },
    refunds: {
      title: '退款',
      chosen: '已决定孩子退班时退多少',
      none: '尚未决定：孩子退班时不退费',
    },
    retention: { empty: '留空则永久保留。', kept: '{what}：永久保留' },
  },
  settingsList: {
    title: '全部设置',
    school: '名称、地址和访客最先读到的内容。',
    region: '语言、时区和货币。',
    features: '学校还使用哪些功能：试听、抽签、优惠码等。',
    classrules: '按哪一天计算年龄。',
    attendance: '老师点名时可用的标记。',
    scales: '成绩如何记录。',
    registration: '名额保留和通知多久，候补谁优先。',
    fields: '您想问家长的问题。',
    policies: '家长需要签署的内容。',
    duties: '家庭需要值班多少，谁可以免除。',
    fees: '注册费、优惠和账单到期日。',
    refunds: '孩子退班时退多少。',
    paying: '家长如何缴费，以及收据上的名称。',
    cards: '家长能否刷卡缴费。',
    mail: '邮件如何发出。',
    messages: '常用的消息文字。',
    push: '消息是否发到手机。',
    signin: '谁可以注册账号，如何登录。',
    roles: '谁可以做什么。',
    audit: '谁在何时改了什么。',
    retention: '旧数据保留多久。',
    jobs: '后台没有完成的任务，以及大批邮件的进度。',
    backups: '每天备份全部数据，以及保留多少份。',
    oneroster: '提供给其他程序的班级名单。',
  },
}
