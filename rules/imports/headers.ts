import type { ColumnTarget, ImportField } from '#contract/imports.ts'
import { mostOfAKind } from '#contract/imports.ts'
import { oneLine } from './cells.ts'
import type { Relationship } from './words.ts'

type Who = 'child' | 'guardian' | 'mother' | 'father' | 'family' | 'emergency' | 'doctor' | 'other'
type What =
  | 'name'
  | 'first'
  | 'middle'
  | 'last'
  | 'native'
  | 'preferred'
  | 'birth'
  | 'grade'
  | 'allergies'
  | 'medical'
  | 'medication'
  | 'class'
  | 'email'
  | 'phone'
  | 'relationship'
  | 'id'
  | 'address'
  | 'street'
  | 'city'
  | 'state'
  | 'postcode'
  | 'ignore'
  | 'contact'

// The order matters: the first that fits counts.
const whoWords: readonly [Who, RegExp][] = [
  ['emergency', /emergency|\bice\b|紧急|緊急|alternate contact|authorized pick|pick-?up (?:person|contact|name)/],
  ['doctor', /doctor|physician|pediatrician|paediatrician|\bdr\b|医生|醫生|家庭医师/],
  [
    'other',
    /teacher|instructor|coach|school (?:name|attend)|current school|insurance|employer|老师|老師|教师|就读学校|volunteer|referr|how did you hear|payment|invoice|balance|tuition|amount|学费|paid|t-?shirt/,
  ],
  ['mother', /\bmother|\bmom\b|\bmoms\b|\bmum\b|mommy|\bmama\b|妈|媽|母亲|母親|母(?!语|語)/],
  ['father', /\bfather|\bdad\b|\bdads\b|daddy|\bpapa\b|爸|父亲|父親|父(?!母)/],
  [
    'guardian',
    /parent|guardian|caregiver|家长|家長|监护|監護|父母|spouse|adult|\bpg ?\d|primary contact|secondary contact|contact (?:name|person|\d)|contact\b.*(?:first|last) name|联系人|聯絡人|账户持有|responsible/,
  ],
  [
    'child',
    /student|child|\bkid|pupil|camper|dancer|gymnast|swimmer|athlete|player|participant|learner|scholar|musician|学生|學生|孩子|小孩|子女|学员|學員|宝宝|儿童|兒童|小朋友|\bson\b|daughter|sibling/,
  ],
  ['family', /family|household|account|customer|bill(?:ing)?|home\b|mailing|家庭|户/],
]
const whatWords: readonly [What, RegExp][] = [
  [
    'ignore',
    /\breasons?\b|原因|time ?stamp|时间戳|submi|consent|agree|signature|permission|photo|waiver|policy|签名|同意|gender|\bsex\b|性别|性別|\bdate (?:added|joined|enrolled|registered|of registration)|enroll(?:ed|ment)? date|start date|报名日期|入学日期|how many|number of children|comment|备注|備註|\bnotes?\b|remarks?|status|状态|language spoken|nationality|ethnic|race|age as of|fax|opt.?in|zoom|wechat|微信|^(?:no|nr|#|序号|編號|编号|row|s\/?n|index)\.?$/,
  ],
  ['medication', /medication|medicine|\bmeds\b|药物|用药|服药/],
  ['allergies', /allerg|过敏|過敏|dietary|food restriction|忌口/],
  ['medical', /medical|health|special need|condition|iep|病史|健康|特殊需要|身体状况/],
  ['email', /e-?mail|邮箱|郵箱|电邮|電郵|电子邮件|電子郵件|邮件|伊妹/],
  [
    'phone',
    /phone|\bcell\b|mobile|\btel\b|telephone|\bcell#|手机|手機|电话|電話|联系方式|聯絡方式|contact (?:no|number|#)|\bnumber\b(?!.*child)|\bph\b|whatsapp/,
  ],
  ['relationship', /relation|关系|關係|称谓/],
  ['birth', /birth|\bdob\b|\bd\.o\.b|\bb-?day|born|出生|生日|\bage\b|年龄|年齡|岁数/],
  ['grade', /grade|年级|年級|\byear level|school year|学年级|\bgr\b|form class/],
  ['class', /class|course|section|lesson|program|班级|班級|班别|课程|課程|所报|班\b|班$|ensemble|instrument/],
  ['postcode', /\bzip|post ?code|postal|邮编|郵編|邮政编码|邮递区号/],
  ['street', /street|address (?:line )?[12]\b|\baddr(?:ess)?\.? ?[12]\b|街道/],
  ['city', /\bcity\b|\btown\b|suburb|城市|市$/],
  ['state', /\bstate\b|province|county|省|州/],
  ['address', /address|\baddr|住址|地址|residence/],
  ['preferred', /nick ?name|preferred|goes by|known as|小名|昵称|暱稱|英文名字?|english name|乳名/],
  ['middle', /middle/],
  [
    'native',
    /chinese ?name|native ?name|name ?\(?(?:in )?(?:chinese|中文)|中文(?:姓)?名|漢字|汉字|legal name in chinese|name in chinese|chinese character/,
  ],
  ['first', /first|given|fore ?name|名字$|^名$/],
  ['last', /last|surname|family ?name|sur-name|^姓$|^姓氏$/],
  [
    'id',
    /\bid\b|\bid#|account (?:no|number|#)|family (?:no|number|#|code)|household (?:no|number|#)|户号|家庭编号|\bcode\b/,
  ],
  ['name', /name|姓名|名称|名$|\bwho\b/],
]

/** A heading as it is compared: small letters, signs taken out. */
export const headingKey = (heading: string): string =>
  oneLine(heading)
    .toLowerCase()
    .replace(/[_*:：?？"'’“”]+/g, ' ')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim()

const spelled = (heading: string): string =>
  headingKey(
    oneLine(heading)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replace(/first name of|name of/gi, match => match),
  ).replace(/[-./()[\]]+/g, sign => (sign === '/' ? ' / ' : sign.includes('-') ? '-' : ' '))

const ordinals: readonly RegExp[] = [
  /#? ?\b1\b|\bone\b|\bprimary\b|\b1st\b|\bfirst (?:parent|guardian|child|student|contact)|第?一(?:个|位)?(?=家长|孩|子|$)|甲|[一1]$/,
  /#? ?\b2\b|\btwo\b|\bsecond(?:ary)?\b|\b2nd\b|\bother parent|\bspouse|第二|二$|乙/,
  /#? ?\b3\b|\bthree\b|\bthird\b|\b3rd\b|第三|三$/,
  /#? ?\b4\b|\bfour(?:th)?\b|\b4th\b|第四|四$/,
  /#? ?\b5\b|\bfi(?:ve|fth)\b|\b5th\b|第五/,
  /#? ?\b6\b|\bsix(?:th)?\b|\b6th\b|第六/,
]
const numberIn = (key: string): number | null => {
  const bare = key.replace(/address (?:line )?\d/g, 'address').replace(/(?:phone|cell|email|e-mail) ?\d/g, '')
  const index = ordinals.findIndex(words => words.test(bare))
  return index === -1 ? null : index + 1
}

export type Heading = {
  who: Who | null
  what: What | null
  n: number | null
  isOther: boolean
  relationship: Relationship | null
}

/** What a heading says, as far as it says anything. */
export const readHeading = (heading: string): Heading => {
  const key = spelled(heading)
  const who = whoWords.find(([, words]) => words.test(key))?.[0] ?? null
  let what = whatWords.find(([, words]) => words.test(key))?.[0] ?? null
  // A long question names many things; what it asks for comes first or stands alone.
  if (
    what === 'ignore' &&
    /e-?mail|phone|name|birth|allerg/.test(key) &&
    !/agree|consent|signature|photo|waiver|status/.test(key)
  )
    what = whatWords.slice(1).find(([, words]) => words.test(key))?.[0] ?? what
  if (what === 'last' && who === 'family' && /family ?name/.test(key)) what = 'name'
  if (what === 'name' && /\bfirst\b.*\blast\b|\blast\b.*\bfirst\b|full/.test(key)) what = 'name'
  if ((what === 'first' || what === 'last') && /first.{0,12}last|last.{0,12}first/.test(key)) what = 'name'
  if (what === 'first' && !/name|名|first$|given/.test(key) && who !== null) what = null
  const relationship = who === 'mother' || who === 'father' ? who : null
  return { who, what, n: numberIn(key), isOther: who === 'other', relationship }
}

/** Whether a cell looks like a heading. */
export const isHeading = (cell: string): boolean => {
  const { who, what } = readHeading(cell)
  return oneLine(cell) !== '' && cell.length <= 300 && !/@|\d{4,}/.test(cell) && (who !== null || what !== null)
}

export type Proposal = {
  target: ColumnTarget
  by: 'sure' | 'likely' | 'guess' | 'none'
  relationship: Relationship | null
}
const left: Proposal = { target: { field: 'ignore', n: 1 }, by: 'none', relationship: null }

const childFields: Partial<Record<What, ImportField>> = {
  name: 'child-name',
  first: 'child-first',
  middle: 'child-middle',
  last: 'child-last',
  native: 'child-native',
  preferred: 'child-preferred',
  birth: 'child-birth',
  grade: 'child-grade',
  allergies: 'child-allergies',
  medical: 'child-medical',
  medication: 'child-medication',
  class: 'child-class',
}
const guardianFields: Partial<Record<What, ImportField>> = {
  name: 'guardian-name',
  first: 'guardian-first',
  last: 'guardian-last',
  native: 'guardian-native',
  email: 'guardian-email',
  phone: 'guardian-phone',
  relationship: 'guardian-relationship',
}
const familyFields: Partial<Record<What, ImportField>> = {
  name: 'family-name',
  last: 'family-name',
  id: 'family-id',
  email: 'family-email',
  phone: 'family-phone',
  address: 'family-address',
  street: 'family-street',
  city: 'family-city',
  state: 'family-state',
  postcode: 'family-postcode',
}
const emergencyFields: Partial<Record<What, ImportField>> = {
  name: 'emergency-name',
  first: 'emergency-name',
  phone: 'emergency-phone',
  relationship: 'emergency-relationship',
}
const addressFields: Partial<Record<What, ImportField>> = {
  address: 'family-address',
  street: 'family-street',
  city: 'family-city',
  state: 'family-state',
  postcode: 'family-postcode',
}

type Subject = { who: Who; n: number; isPlural: boolean }

/**
 * Proposes what each column holds from its heading, from the headings before it ("Mother", "Phone", "Father", "Phone"),
 * and, where a heading says nothing, from its cells.
 */
export const proposeColumns = (headings: readonly string[], samples: readonly (readonly string[])[]): Proposal[] => {
  const read = headings.map(readHeading)
  const guardianNumber = numbersOf(read)
  const count = (what: What) =>
    read.filter(each => each.what === what && (each.who === null || each.who === 'family')).length
  const hasGuardianNames = read.some(
    each => isGuardian(each.who) && (each.what === null || each.what === 'name' || each.what === 'first'),
  )
  const hasChild = read.some(each => each.who === 'child')
  let subject: Subject | null = null
  const taken = new Map<string, number>()
  const settle = (field: ImportField, n: number, by: Proposal['by'], relationship: Relationship | null): Proposal => {
    const key = `${field}:${n}`
    taken.set(key, (taken.get(key) ?? 0) + 1)
    return { target: { field, n: Math.min(n, mostOfAKind) }, by, relationship }
  }
  return read.map((each, index): Proposal => {
    const { who, what, n, relationship } = each
    if (who === 'other' || what === 'ignore') return left
    if (who === 'doctor')
      return what === 'phone'
        ? settle('doctor-phone', 1, 'sure', null)
        : what === 'name' || what === null
          ? settle('doctor-name', 1, 'sure', null)
          : left
    if (who === 'emergency') {
      subject = { who, n: n ?? 1, isPlural: false }
      return settle(emergencyFields[what ?? 'name'] ?? 'ignore', subject.n, what === null ? 'likely' : 'sure', null)
    }
    if (isGuardian(who)) {
      const number = guardianNumber(each)
      subject = { who: who!, n: number, isPlural: false }
      if (what !== null && addressFields[what]) return settle(addressFields[what], 1, 'likely', null)
      if (what !== null && what in childFields && !(what in guardianFields)) return left
      const field = guardianFields[what ?? 'name']
      return field ? settle(field, number, 'sure', relationship) : left
    }
    if (who === 'child') {
      subject = { who, n: n ?? 1, isPlural: false }
      if (what === 'email' || what === 'phone' || what === 'id')
        return what === 'id' ? left : settle(familyFields[what]!, 1, 'likely', null)
      if (what !== null && addressFields[what]) return settle(addressFields[what], 1, 'likely', null)
      const field = childFields[what ?? 'name']
      return field ? settle(field, subject.n, 'sure', null) : left
    }
    if (what === null) return fromCells(samples[index] ?? [], settle, taken)
    if (addressFields[what]) return settle(addressFields[what], 1, 'sure', null)
    if (who === 'family') {
      if (what === 'name' && subject === null && !hasChild) return settle('family-name', 1, 'likely', null)
      return familyFields[what] ? settle(familyFields[what], 1, 'sure', null) : left
    }
    if (what === 'email' || what === 'phone' || what === 'relationship') {
      const isNear = subject !== null && isGuardian(subject.who) && (count(what) > 1 || n === null)
      if (
        subject?.who === 'emergency' &&
        what !== 'email' &&
        count(what) + read.filter(other => isGuardian(other.who) && other.what === what).length > 0
      )
        return settle(emergencyFields[what]!, subject.n, 'likely', null)
      if (isNear && (count(what) > 1 || guardiansNamed(read) === 1))
        return settle(guardianFields[what]!, subject!.n, 'likely', null)
      return what === 'relationship'
        ? settle('guardian-relationship', subject?.n ?? 1, 'guess', null)
        : settle(familyFields[what]!, 1, 'likely', null)
    }
    if (what === 'id')
      return settle('family-id', 1, 'guess', null).target.field === 'family-id' && looksGrouped(samples[index] ?? [])
        ? { target: { field: 'family-id', n: 1 }, by: 'guess', relationship: null }
        : left
    const isOfGuardian =
      subject !== null &&
      isGuardian((subject as Subject).who) &&
      (what === 'first' || what === 'last' || what === 'native' || what === 'name')
    if (isOfGuardian && (taken.has(`child-${what}:1`) || taken.has('child-name:1') || hasChild))
      return settle(guardianFields[what]!, (subject as unknown as Subject).n, 'likely', null)
    const field = childFields[what]
    if (!field) return left
    const number = n ?? (subject !== null && (subject as Subject).who === 'child' ? (subject as Subject).n : 1)
    return settle(field, number, hasGuardianNames || hasChild || what !== 'name' ? 'likely' : 'guess', null)
  })
}

const isGuardian = (who: Who | null): boolean => who === 'guardian' || who === 'mother' || who === 'father'
const guardiansNamed = (read: readonly Heading[]): number =>
  new Set(read.filter(each => isGuardian(each.who)).map(each => `${each.who}${each.n ?? 1}`)).size

/** Which guardian of the sheet a heading means: mother and father by word, others by number, in the order of the sheet. */
const numbersOf = (read: readonly Heading[]): ((of: Heading) => number) => {
  const keys: string[] = []
  for (const each of read.filter(heading => isGuardian(heading.who))) {
    const key = keyOf(each)
    if (!keys.includes(key)) keys.push(key)
  }
  const hasNumbers = keys.some(key => /^\d$/.test(key))
  return of => {
    const key = keyOf(of)
    if (/^\d$/.test(key) && !keys.includes('mother') && !keys.includes('father')) return Number(key)
    return (
      (hasNumbers ? keys.toSorted((a, b) => Number(!/^\d$/.test(a)) - Number(!/^\d$/.test(b))) : keys).indexOf(key) + 1
    )
  }
}
const keyOf = ({ who, n }: Heading): string => (who === 'guardian' ? String(n ?? 1) : who!)

const looksGrouped = (cells: readonly string[]): boolean => {
  const filled = cells.filter(cell => cell !== '')
  return filled.length > 3 && new Set(filled).size < filled.length
}

const shareOf = (cells: readonly string[], pattern: RegExp): number => {
  const filled = cells.filter(cell => cell !== '')
  return filled.length === 0 ? 0 : filled.filter(cell => pattern.test(cell)).length / filled.length
}

const fromCells = (
  cells: readonly string[],
  settle: (field: ImportField, n: number, by: Proposal['by'], relationship: null) => Proposal,
  taken: ReadonlyMap<string, number>,
): Proposal => {
  if (shareOf(cells, /@.+\./) > 0.6) return settle('family-email', 1, 'guess', null)
  if (
    shareOf(cells, /^[+(]?\d[\d\s().\-/]{8,}$/) > 0.6 &&
    shareOf(cells, /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{2,4}$/) < 0.3
  )
    return settle('family-phone', 1, 'guess', null)
  if (
    !taken.has('child-birth:1') &&
    shareOf(cells, /^(?:\d{4}[-/年.]\d{1,2}[-/月.]\d{1,2}日?|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4})$/) > 0.6
  )
    return settle('child-birth', 1, 'guess', null)
  if (
    !taken.has('child-grade:1') &&
    shareOf(cells, /^(?:\d{1,2}(?:st|nd|rd|th)|k|pre-?k|grade \d+|[一二三四五六七八九]年级)$/i) > 0.6
  )
    return settle('child-grade', 1, 'guess', null)
  return left
}
