import type { Translation } from '#contract/translation.ts'
import type { messages as english } from './ownData.en.ts'

export const messages: Translation<typeof english> = {
  title: '{school}保存的关于{name}及家庭的资料，与您登录后看到的一致',
  madeAt: '生成时间：{at}（UTC）',
  layout:
    '每类资料有两份：json 文件夹供程序读取，csv 文件夹可用表格软件打开。上传的文件和证明在 files 文件夹，清单见 csv/files.csv。金额以最小单位（分）计，时间为 UTC。',
  missing: '收据和对账单可在“缴费”中下载。如需其他资料，请联系教务处。',
  signInAgain: '请重新登录，再从账号页面下载您的资料。',
  tooOften: '您已多次下载资料，请一小时后再试。',
  kinds: {
    account: '您的账号',
    signIns: '登录的设备',
    passkeys: '通行密钥',
    households: '您的家庭：家长、联系方式和地址',
    children: '您的孩子：健康、接送、同意书、班级和报名',
    answers: '对学校问题的回答',
    documents: '孩子的文件',
    requests: '您申请的更改',
    applications: '等待批准的报名',
    offers: '空位通知',
    waitlist: '候补',
    lotteries: '抽签',
    placements: '分级',
    visits: '试听和旁听',
    places: '为下学期保留的名额',
    attendance: '课程和点名',
    absences: '请假记录',
    homework: '作业和提交内容',
    grades: '成绩',
    payments: '收费、付款和退款',
    duties: '值班',
    notices: '学校通知',
    conversations: '与学校的对话',
    events: '活动和您的回复',
    preferences: '邮件通知设置',
  },
}
