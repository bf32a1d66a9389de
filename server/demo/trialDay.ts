import { demoAccounts } from '#server/school/config/demoAccounts.ts'
import type { Office } from './office.ts'
import { registrar } from './staff.ts'

/** A volunteer's notes from a trial day, with their usual irregularities. */
const lines = (known: { name: string; birthOn: string }): string[] => [
  'Lakeside Chinese School 湖畔中文学校,,,,,,',
  'Trial day sign-ups 试听登记,,,,,,',
  '',
  '学生姓名 Student,DOB,Grade,Parents 家长,Cell,Email,Allergies 过敏',
  '"Zhao, Emma (艾玛)",4/18/2018,2nd,Lin Zhao & 何静,"201-555-0188 / 201-555-0189 妈妈",lin.zhao@trial.example,none',
  'Owen Zhao,2020-11-02,K,same as above,〃,〃,peanuts 花生',
  '钱多多,2017年6月9日,三年级,爸爸：钱进 妈妈：孙敏,(551) 555-0170,qianjin@trial.example,无',
  'SINGH Aarav,12 Sep 2016,Grade 4,Mr. and Mrs. Raj Singh,862.555.0144,raj@trial.example; anita@trial.example,N/A',
  '"Noah ""Bao"" Tran",09/30/2019,1,Tran family,+1 908 555 0161,tran.home@trial.example,',
  'Mila Novak,7,2,Petra Novak,732-555-0133,petra@trial.example,Dairy (mild)',
  'Theo Brandt,2/30/2018,2,Anke Brandt,848-555-0127,anke@trial.example,',
  ',5/6/2019,1,Grace Kim,973-555-0150,grace@trial.example,',
  `${known.name},${known.birthOn},4,Jo Wang,201-555-0199,jo.wang@trial.example,`,
  'Total 合计,9,,,,,',
]

/**
 * A sheet that the office has uploaded and not applied yet: most rows are clear, one needs a decision, and two need
 * corrections.
 */
export const takeInTrialDay = async (office: Office, now: Date): Promise<void> => {
  const [child] = await office.call(demoAccounts[2].email, 'students-mine', {}, now)
  if (!child?.birthOn) throw new Error('the demo family has no child')
  const text = `\uFEFF${lines({ name: child.name, birthOn: child.birthOn }).join('\r\n')}\r\n`
  const bytes = Buffer.from(text).toString('base64')
  await office.call(registrar.email, 'imports-start', { fileName: 'trial-day 试听.csv', bytes }, now)
}
