import { demoAccounts } from '#server/school/config/demoAccounts.ts'

export type StaffMember = {
  name: string
  nativeName: string
  email: string
  sex: 'f' | 'm'
  /** True if they have a family at the school. */
  isParent: boolean
}
type StaffTeacher = StaffMember & { classes: string[] }

// name · Chinese · sex · classes · parent
const teacherLines = `
Xiulan Huang · 黄秀兰 · f · Pre-K · parent
Yan Zhou · 周燕 · f · K-A
Min Xu · 徐敏 · f · K-B · parent
Lihua Chen · 陈丽华 · f · G1-A
Hong Guo · 郭红 · f · G1-B, Chorus
Ping Lin · 林萍 · f · G2-A · parent
Shu-Fen Tsai · 蔡淑芬 · f · G2-B
Jun Ma · 马军 · m · G3-A, Math 3–5
Xia Tang · 唐霞 · f · G3-B
Wenjie Song · 宋文杰 · m · G4, Calligraphy · parent
Fang He · 何芳 · f · G5
Yulan Deng · 邓玉兰 · f · G6 · parent
Qiang Feng · 冯强 · m · G7, Math 6–8
Rui Cao · 曹蕊 · f · G8 · parent
Zhiyuan Peng · 彭志远 · m · G9, Go
Meihua Shen · 沈美华 · f · AP Chinese
Anna Lu · 陆安娜 · f · CSL 1 · parent
Xin Wei · 魏欣 · f · CSL 2, Drawing 2
Rachel Ye · 叶瑞秋 · f · CSL 3
Viktor Marin ·  · m · Chess 1
Daniel Cheng · 程丹 · m · Chess 2 · parent
Yiling Yao · 姚怡玲 · f · Dance A · parent
Meng Qin · 秦梦 · f · Dance B
Ruoxi Bai · 白若曦 · f · Drawing 1
Kevin Dong · 董凯文 · m · Robotics · parent
Tao Jiang · 姜涛 · m · Badminton · parent
Weidong Shi · 石卫东 · m · Kung Fu
Guolin Fan · 范国林 · m · Tai Chi`

const addressOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.').replaceAll("'", '')}@lakeside.example`
const demoTeacher = 'Lihua Chen'

/** The 28 teachers: 19 for language and 9 for enrichment. The demo's teacher account is one of them. */
export const teachers: readonly StaffTeacher[] = teacherLines
  .trim()
  .split('\n')
  .map(line => {
    const [name, nativeName, sex, classes, parent] = line.split('·').map(part => part.trim()) as string[]
    return {
      name: name!,
      nativeName: nativeName!,
      email: name === demoTeacher ? demoAccounts[1].email : addressOf(name!),
      sex: sex === 'f' ? ('f' as const) : ('m' as const),
      classes: classes!.split(',').map(each => each.trim()),
      isParent: parent === 'parent',
    }
  })

/** The class whose roll is missing for the last Sunday. */
export const classOfDemoTeacher = teachers.find(({ name }) => name === demoTeacher)!.classes[0]!

/** The registrar, who sets the school up. */
export const registrar = { name: 'Helen Gao', email: demoAccounts[0].email }

/** The other seven officers. The principal, the academic dean and IT are not parents; the others are. */
export const officers: readonly StaffMember[] = [
  { name: 'Jianguo Luo', nativeName: '罗建国', email: 'principal@lakeside.example', sex: 'm', isParent: false },
  { name: 'Suzhen Liang', nativeName: '梁素珍', email: 'dean@lakeside.example', sex: 'f', isParent: false },
  { name: 'Peter Novak', nativeName: '', email: 'it@lakeside.example', sex: 'm', isParent: false },
  { name: 'Yong Xie', nativeName: '谢勇', email: 'treasurer@lakeside.example', sex: 'm', isParent: true },
  { name: 'Lan Zheng', nativeName: '郑兰', email: 'duty@lakeside.example', sex: 'f', isParent: true },
  { name: 'Cindy Hu', nativeName: '胡欣怡', email: 'pta@lakeside.example', sex: 'f', isParent: true },
  { name: 'Gang Ren', nativeName: '任刚', email: 'safety@lakeside.example', sex: 'm', isParent: true },
]
export const treasurerEmail = 'treasurer@lakeside.example'
