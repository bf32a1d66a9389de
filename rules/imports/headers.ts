import { type PlainField, plainFields } from '#contract/exchange/imports.plain.ts'
import { oneLine } from './cells.ts'
import type { Relationship } from './words.ts'

export type Who = 'child' | 'guardian' | 'mother' | 'father' | 'family' | 'emergency' | 'doctor' | 'other'
export type What =
  | 'name'
  | 'first'
  | 'middle'
  | 'last'
  | 'native'
  | 'preferred'
  | 'birth'
  | 'age'
  | 'grade'
  | PlainField
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
  | 'time'
  | 'custody'
  | 'barred'
  | 'pickup'

// The first match wins, so the order matters.
const whoWords: readonly [Who, RegExp][] = [
  ['emergency', /\bemerg|\bice\b|紧急|緊急|alternate contact|authorized pick|pick-?up (?:person|contact|name)/],
  ['doctor', /doctor|physician|pediatrician|paediatrician|\bdr\b|医生|醫生|家庭医师/],
  [
    'other',
    /teacher|instructor|coach|school (?:name|attend)|current school|bill ?to\b|(?:user|file|screen) ?name|last log|insurance|employer|老师|老師|教师|就读学校|volunteer|\breferr|how did you hear|payment|invoice|balance|tuition|amount|学费|paid|t-?shirt/,
  ],
  ['mother', /\bmother|\bmom\b|\bmoms\b|\bmum\b|mommy|\bmama\b|妈|媽|母亲|母親|(?<!父)母(?!语|語)/],
  ['father', /\bfather|\bdad\b|\bdads\b|daddy|\bpapa\b|爸|父亲|父親|父(?!母)/],
  [
    'guardian',
    /parent|guardian|custodial|caregiver|\bcarer|家长|家長|监护|監護|父母|spouse|adult|\bpg ?\d|primary contact|secondary contact|contacts? (?:name|person|\d)|^customer$|^client$|\bpurchaser|\bbuyer|(?:account|customer) (?:holder|first|last|e-?mail|mobile|cell|home phone|phone)|^p \d\b|^contact$|contacts?\b.*(?:first|last) name|^contacts (?!no\b)|联系人|聯絡人|账户持有|responsible|另一[位方]/,
  ],
  [
    'child',
    /student|\bstu\b|child|\bkid|pupil|camper|dancer|gymnast|swimmer|athlete|player|participant|attendee|learner|scholar|musician|学生|學生|孩子|小孩|子女|学员|學員|宝宝|儿童|兒童|小朋友|\bson\b|daughter|sibling|学号|學號|学籍|學籍|^(?:roll|admission|adm) (?:no|nr|num|number|id|#)/,
  ],
  ['family', /family|\bfam\b|household|account|customer|billing|home\b|mailing|家庭|户/],
]
/** Words for each student field that has a column of its own, in the order of the table of fields. */
const plainWords: Record<PlainField, RegExp> = {
  allergies: /allerg|过敏|過敏|dietary|food restriction|忌口/,
  medical: /medical|health|special need|condition|\biep\b|\bmed\b|病史|健康|特殊需要|身体状况/,
  medication: /medication|medicine|\bmeds\b|药物|用药|服药|藥物|用藥|服藥/,
}
const isPromise = /agree|policy|waiver|signature|photo|understand|acknowledg|consent|同意|签名/
// A child's safety depends on these words, so they are matched before all others.
const safetyWords: readonly [What, RegExp][] = [
  [
    'barred',
    /(?:\bnot\b|\bcannot\b|\bno\b|\bnever\b|n t\b|\bun-?).{0,24}(?:pick|collect|releas|sign (?:\w+ )?out|check (?:\w+ )?out|take (?:\w+ )?home|leave with)|\bno[ -]?(?:contact|access)\b|\bnot allowed (?:contact|access|near|on)\b|(?:persons?|people|contacts?|individuals?) not allowed|\bnot allowed$|do not contact|(?:do )?not release|^dnr$|restricted (?:persons?|people|individuals?|contacts?)|(?:persons?|people|individuals?) restricted|\bnot auth|\bnot? (?:have |given )?permission\b|unauthori[sz]ed|\bbarred\b|\bbanned\b|\b(?:blocked|denied)\b|black ?list|黑名单|黑名單|(?:不(?:可|能|准|得|许|允许|讓|让)|禁止).{0,6}(?:接|见|見|联系|聯繫|探视|探視)/,
  ],
  [
    'custody',
    /custod|\bcourt\b|restrain|order of protection|protecti(?:ve|on) order|(?<!food |dietary |diet |activity |physical |medical |health )\brestrict|lives? w(?:ith)?\b|resid(?:es|ing) with|living arrangement|household type|marital|separated|divorc|visitation|foster|guardianship|guardian status|(?:parental|access) rights|access to (?:records?|the child|child|student|info\w*)|records? access|ha(?:s|ve) access|access (?:allowed|permitted|granted)|parental (?:access|responsib)|parent status|family (?:situation|status|type)|legal (?:alert|note|restriction|issue|matter|concern|status|arrangement|info|docs?|document)|^legal$|safety (?:plan|concern|alert|note|issue)|security (?:alert|concern|note)|release notes?|监护(?!人)|監護(?!人)|抚养|撫養|离婚|離婚|离异|離異|婚姻|单亲|單親|同住|居住情[况況]|法院|安全提示/,
  ],
  [
    'pickup',
    /(?:\bwho\b|authori[sz]ed (?:to|for)|allowed to|permitted to|permission to).{0,60}(?:pick|collect|fetch)|(?:\bwho\b|may|can|authori[sz]ed to|allowed to).{0,60}(?:sign (?:\w+ )?out|check (?:\w+ )?out|take (?:\w+ )?home)|\breleased? to\b|(?:ok(?:ay)?|may|can) (?:to )?release|release authori|collected by|^collection\b|pick ?-?up list|谁.{0,6}接/,
  ],
  [
    'pickup',
    /^(?!.*(?:authori|person|(?<!^)\bcontact(?! ?\d)|name|time|location|place|phone|list|word|code|\bpin\b|day|bus|point)).*(?:pick ?-?up|(?:can|may|ok to) (?:pick|collect|fetch)|^collects?\b ?\??$|可接|能接|接送)/,
  ],
]
/** "Custodial parent: name" is about a guardian, not about custody. */
const namesCustodian = /custodial (?:(?:parent|guardian).*)?(?:name|phone|e-?mail|cell|mobile|address|employer)/
const whatWords: readonly [What, RegExp][] = [
  [
    'time',
    /^(?:time ?stamp|submi(?:tted|ssion)(?: (?:on|at|date|time|date ?\/? ?time))*|date submitted|completion time|时间戳(?:记)?|提交时间|填写时间)$/,
  ],
  [
    'id',
    /(?:student|pupil|learner|child|camper|member|family|household)(?: ['’]?s)? ?(?:(?:id|reg(?:istration)?|roll|admission) )?(?:no|nr|num|number|id|code|ref(?:erence)?)\b ?#?$|(?:student|pupil|learner|child|family|household|\bid) ?#$|(?:parent|guardian) (?:id|code)\b|学号|學號|学籍号|学生编号|家长编号|家庭编号|^(?:roll|admission|adm) (?:no|nr|num|number|id|#)/,
  ],
  [
    'ignore',
    /\breasons?\b|原因|time ?stamp|时间戳|submi|consent|agree|signature|permission|photo|waiver|policy|签名|同意|gender|\bsex\b|性别|性別|\bdate (?:added|joined|enrolled|registered|of registration)|enroll(?:ed|ment)? date|\breg(?:istration|istered)? ?date|(?:created|modified|updated|paid|order|payment) (?:date|on|at)\b|start date|报名日期|入学日期|how many|number of children|comment|备注|備註|\bnotes?\b|remarks?|status|状态|language spoken|nationality|ethnic|race|age as of|fax|opt.?in|^do you\b|^would you\b|^how\b|^are you\b|^will you\b|log ?in|zoom|wechat|weixin|微信|\bqq\b|^qq|line id|kakao|telegram|skype|\banother (?:child|student|camper)|\bmore (?:children|students|kids)|还有.{0,4}孩子|^(?:no|nr|#|序号|編號|编号|row|s\/?n|index)\.?$/,
  ],
  ...plainFields.map((field): [What, RegExp] => [field, plainWords[field]]),
  ['email', /e-?mail|^p \d ?@$|邮箱|郵箱|电邮|電郵|电子邮件|電子郵件|邮件|伊妹/],
  [
    'phone',
    /phone|^p \d ?#$|\bcell\b|mobile|\btel\b|telephone|\bcell#|手机|手機|电话|電話|联系方式|聯絡方式|contact (?:no\b|number|#)|\bnumber\b(?!.*child)|\bph\b|whatsapp|(?:home|work|cell|main) ?#/,
  ],
  ['relationship', /relation|\brel\b|关系|關係|称谓|稱謂/],
  ['birth', /birth|\bdob\b|\bd\.? ?o\.? ?b|\bb-?day|born|出生|生日/],
  ['age', /^(?:[\w ]+ )?age$|年龄|年齡|岁数/],
  ['grade', /grade|年级|年級|\byear level|school year|学年级|\bgr\b|form class/],
  ['class', /class|course|section|lesson|program|班级|班級|班别|课程|課程|所报|班\b|班$|ensemble|instrument/],
  ['address', /address\b.*(?:city|state|zip)|地址.*邮编/],
  ['postcode', /\bzip|post ?code|postal|邮编|郵編|邮政编码|邮递区号/],
  ['street', /street|address (?:line )?[12]\b|\baddr(?:ess)?\.? ?[12]\b|街道/],
  ['city', /\bcity\b|\btown\b|suburb|城市|市$/],
  ['state', /\bstate\b|^st$|province|county|省|州/],
  ['address', /address|\baddr|住址|地址|residence/],
  ['preferred', /nick ?name|preferred|goes by|known as|小名|昵称|暱稱|英文名字?|english name|乳名/],
  ['middle', /middle/],
  [
    'native',
    /chinese ?name|native ?name|name ?\(?(?:in )?(?:chinese|中文)|中文(?:姓)?名|漢字|汉字|legal name in chinese|name in chinese|chinese character/,
  ],
  ['first', /\bfirst\b|\bgiven|fore ?name|\bf ?name\b|名字$|^名$/],
  ['last', /\blast ?name|\blast\b(?! log)|surname|family ?name|\bl ?name\b|^姓$|^姓氏$/],
  [
    'id',
    /\bid\b|\bid#|account (?:no|number|#)|family (?:no|number|#|code)|household (?:no|number|#)|户号|家庭编号|\bcode\b/,
  ],
  ['name', /\b(?:full)?names?\b|姓名|名称|名$|\bwho\b/],
]

/** A heading in the form used for comparison: lower case, without punctuation. */
export const headingKey = (heading: string): string =>
  oneLine(heading)
    .toLowerCase()
    .replace(/[_*:：?？"'’“”]+/g, ' ')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim()

const counted: Record<string, string> = {
  first: '1',
  '1st': '1',
  second: '2',
  '2nd': '2',
  third: '3',
  '3rd': '3',
  fourth: '4',
  '4th': '4',
}
/** The same with run-together words separated: "StudentFName", "First child: Last Name". */
const spelled = (heading: string): string =>
  headingKey(oneLine(heading).replace(/([a-z])([A-Z])/g, '$1 $2'))
    .replace(/[-./()[\]]+/g, sign => (sign === '/' ? ' / ' : sign.includes('-') ? '-' : ' '))
    // "Ctc", as in "CtcName", stands for the guardian in exports with one line per guardian, and "P/G #1" for a parent
    // or guardian.
    .replace(/\bctc\b|\bp \/ g\b/g, 'parent')
    .replace(/\bp \/ u\b/g, 'pick up')
    .replace(
      /\b(first|second|third|fourth|1st|2nd|3rd|4th) (child|student|kid|parent|guardian|contact|sibling)\b/g,
      (_, ordinal: string, who: string) => `${who} ${counted[ordinal]}`,
    )
    .replace(/\s+/g, ' ')
    .trim()

const ordinals: readonly RegExp[] = [
  /#? ?\b1\b|(?<!non[ -]?)\bcustodial\b|\bone\b|\bprimary\b|\b1st\b|\b(?:guardian|parent|contact|adult|carer) a\b|\bfirst (?:parent|guardian|child|student|contact)|(?<!另)第?一(?:个|位)?(?=家长|孩|子|$)|甲|[一1]$|(?<=家[长長]|[护護]人|联系人|孩子|[学學]生)一/,
  /#? ?\b2\b|\bnon[ -]?custodial\b|\btwo\b|\bsecond(?:ary)?\b|\b2nd\b|\b(?:guardian|parent|contact|adult|carer) b\b|\bother (?:parent|guardian)|\bspouse|\badditional (?:parent|guardian|adult)|第二|另一|二$|乙|(?<=家[长長]|[护護]人|联系人|孩子|[学學]生)二/,
  /#? ?\b3\b|\bthree\b|\bthird\b|\b3rd\b|第三|三$|(?<=家[长長]|[护護]人|联系人|孩子|[学學]生)三/,
  /#? ?\b4\b|\bfour(?:th)?\b|\b4th\b|第四|四$|(?<=家[长長]|[护護]人|联系人|孩子|[学學]生)四/,
  /#? ?\b5\b|\bfi(?:ve|fth)\b|\b5th\b|第五/,
  /#? ?\b6\b|\bsix(?:th)?\b|\b6th\b|第六/,
]
const numberIn = (key: string): number | null => {
  const bare = key.replace(/address (?:line )?\d/g, 'address').replace(/(?:phone|cell|email|e-mail) ?\d/g, '')
  const index = ordinals.findIndex(words => words.test(bare))
  return index === -1 ? null : index + 1
}

const isOfBoth =
  /父 ?[/、和及&] ?母|母 ?[/、和及&] ?父|(?:mom|mother|mum) ?(?:\/|&|and|or) ?(?:dad|father)|(?:dad|father) ?(?:\/|&|and|or) ?(?:mom|mother|mum)/
const isOfPeople: readonly Who[] = ['mother', 'father', 'guardian', 'child']

export type Heading = {
  who: Who | null
  what: What | null
  n: number | null
  relationship: Relationship | null
}

/** What a heading says about whose and which fact it holds; null for what it doesn't say. */
export const readHeading = (heading: string): Heading => {
  const key = spelled(heading)
  const safety =
    isPromise.test(key) || namesCustodian.test(key) ? undefined : safetyWords.find(([, words]) => words.test(key))?.[0]
  const mayBeMeant = (each: Who) => safety === undefined || isOfPeople.includes(each)
  const who = whoWords.find(([each, words]) => mayBeMeant(each) && words.test(key))?.[0] ?? null
  let what = safety ?? whatWords.find(([, words]) => words.test(key))?.[0] ?? null
  // A long question mentions many things. What it asks for counts more than its other words.
  const asks = /e-?mail|phone|\bname|birth|allerg|medical|health|medication|电话|電話|手机|手機/
  const isMessenger =
    /wechat|weixin|微信|qq|kakao|telegram|skype/.test(key) && !/phone|mobile|cell|电话|電話|手机|手機/.test(key)
  if (
    what === 'ignore' &&
    !isMessenger &&
    asks.test(key) &&
    !/agree|consent|signature|permission|photo|waiver|status|typing/.test(key)
  )
    what = whatWords.find(([each, words]) => each !== 'ignore' && words.test(key))?.[0] ?? what
  if (what === 'last' && who === 'family' && /family ?name/.test(key)) what = 'name'
  // "Name and relationship", 家长姓名及关系
  if (what === 'relationship' && /\bnames?\b|姓名/.test(key)) what = 'name'
  if ((what === 'first' || what === 'last') && /\bfirst\b.{0,12}\blast\b|\blast\b.{0,12}\bfirst\b/.test(key))
    what = 'name'
  // "Emergency contact & phone" holds both.
  const isBoth = /\bname|(?:contacts?|doctor|physician) ?(?:&|\+|\/|and\b)/.test(key)
  if ((who === 'emergency' || who === 'doctor') && what === 'phone' && isBoth) what = 'name'
  // "Mother's name / cell"
  const isOfGuardian = who === 'mother' || who === 'father' || who === 'guardian'
  if (
    isOfGuardian &&
    (what === 'phone' || what === 'email') &&
    /\bnames? ?(?:&|\+|\/|and\b)|姓名.*(?:和|及|与|\/)/.test(key)
  )
    what = 'name'
  if (who === 'guardian' && what === null && /\btype$/.test(key)) what = 'relationship'
  // A grade beside a teacher's name, as in a column for both, is still the grade of a child.
  if (who === 'other' && what === 'grade') return { who: null, what, n: null, relationship: null }
  const relationship = who === 'mother' || who === 'father' ? who : null
  // The first sibling is the second child on the line. Siblings in a column of plain "siblings" have lines of their
  // own.
  const n = numberIn(key)
  if (who === 'child' && /\bsibling/.test(key))
    return { who, what: n === null ? 'ignore' : what, n: n && n + 1, relationship: null }
  // 联系电话（父/母）: the heading means both parents.
  if (relationship !== null && isOfBoth.test(key)) {
    const isOfFamily = what === 'phone' || what === 'email'
    return { who: isOfFamily ? 'family' : 'guardian', what, n, relationship: null }
  }
  return { who, what, n, relationship }
}

const staffWords =
  /\b(?:hire|hired|employee|employment|staff|position|job title|department|salary|pay rate|w-?2|(?:subjects?|classes|courses) taught|teaches|credential|background check)\b|入职|职位|職位|部门|部門|员工|員工|工号|任教/
const isLineNumber = /^(?:no|nr|#|序号|編號|编号|s\/?n)\.?$/
/** Headings of a list of lessons, in which a teacher is one fact of many. */
const isOfLessons = /\broom\b|\btimes?\b|\bdays?\b|\bfees?\b|price|教室|时间|時間|星期|学费|學費/
/** True if headings are those of a staff list: they contain words for work, and none for children or their parents. */
export const isStaffList = (headings: readonly string[]): boolean => {
  const isOfFamilies = headings.some(heading => {
    const { who } = readHeading(heading)
    return who === 'child' || who === 'guardian' || who === 'mother' || who === 'father'
  })
  if (isOfFamilies) return false
  const keys = headings.map(spelled)
  const named =
    /^(?:teacher|instructor|coach|tutor|staff|employee|faculty)(?:e?s)?(?: ?member)?(?: ?(?:full )?name)?$|^(?:(?:任课|授课)?(?:教师|老师)|教師|老師|教练|教練)(?:姓名|名字|名单|名)?$/
  const isStaffNamed = keys.some(key => /^(?:staff|employee)s?(?: ?member)?(?: ?name)?$/.test(key))
  const isNamed = keys.some(key => named.test(key))
  const isReached = keys.some(key => /e-?mail|phone|mobile|邮箱|电话|手机/.test(key))
  const isOfClasses = keys.some(key => /class|course|section|room|\btimes?\b|班|课程|教室/.test(key))
  // A list with facts about children is not a staff list; its teacher column belongs to the child.
  const isOfChildren = headings.some(
    (heading, index) =>
      !named.test(keys[index]!) && ['birth', 'grade', 'age', 'name'].includes(readHeading(heading).what ?? ''),
  )
  const isOfAges = headings.some(heading => ['birth', 'grade', 'age'].includes(readHeading(heading).what ?? ''))
  const isOfWork = keys.some(key => /^(?:roles?|job|title|position|职务)$/.test(key)) && !isOfAges
  // A list that begins with the teachers and names nobody else says which class each of them teaches.
  const first = keys.find(key => key !== '' && !isLineNumber.test(key))
  const isOfTeachers =
    first !== undefined &&
    named.test(first) &&
    !isOfChildren &&
    !keys.some(key => isOfLessons.test(key) || /\b(?:first|last|surname|given)\b|^姓氏?$|^名字?$/.test(key))
  const hasOtherName = headings.some(heading => ['native', 'preferred'].includes(readHeading(heading).what ?? ''))
  return (
    keys.filter(key => staffWords.test(key)).length >= 2 ||
    (isReached && !isOfClasses && ((isNamed && !isOfChildren) || isStaffNamed || isOfWork)) ||
    (isOfTeachers && (isReached || hasOtherName))
  )
}

/** True if a cell looks like a heading. */
export const isHeading = (cell: string): boolean => {
  const { who, what } = readHeading(cell)
  return oneLine(cell) !== '' && cell.length <= 300 && !/@|\d{4,}/.test(cell) && (who !== null || what !== null)
}
