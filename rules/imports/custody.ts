import { hasHan, isNothing, oneLine, plain } from './cells.ts'
import { withoutNumbers } from './contacts.ts'
import { relationOf, relationPattern, type Relationship } from './words.ts'

/**
 * What a cell says about who may see or pick up a child. `barred`: those it names; `only`: everyone except those it
 * names; `lives`: whom the child lives with; `may`: who may pick up the child; `unclear`: a person has to read it.
 */
type Verdict = 'clear' | 'barred' | 'only' | 'lives' | 'may' | 'unclear'
type Statement = {
  verdict: Verdict
  /** Relationships that the words mention. People are found by their names in `words`. */
  relationships: Relationship[]
  words: string
  /** A yes or no about pick-up only. A person who may not pick up the child may still see them. */
  isPickUpOnly: boolean
}
/** A cell about custody on line `n`, as written. */
export type CustodyMark = {
  n: number
  text: string
  statements: Statement[]
  /** True for a column that asks about each child. A sibling's empty cell is then an answer, too. */
  isOfChild: boolean
}

const signs =
  /custod|restrain|protective order|\bcourt (?:orders?|papers?|documents?|case|decree|dates?|files?|rulings?)\b|divorc|\bparents (?:are )?separated|\bfoster (?:care|child)|every other weekend|trespass|no[\s-]?contact|\bbarred\b|\bbanned\b|estranged|supervised|visitation|监护权|監護權|抚养|撫養|离异|離異|离婚|離婚|分居|前夫|前妻|生父|生母|禁止令|保护令|保護令|限制令|法院|探视|探視/i
const refusal =
  /(?:\bnot\b|\bno\b|\bnever\b|n['’]t\b|\bcannot\b|\bonly\b).{0,40}(?:pick|collect|fetch|releas|contact|\baccess\b|\bvisit\b|(?:leave|goe?s?|sent?|come) (?:\w+ )?with|hand(?:ed)? over|sign(?:ed)? (?:\w+ )?out|remove (?:the |him|her|them)|take (?:him|her|them|the child|home))|(?:pick|collect|fetch|releas)\w*.{0,30}(?:\bnot\b|\bno\b|\bnever\b|\bonly\b)|(?:不|勿|禁|别|別|只|仅|僅|严禁|嚴禁).{0,10}(?:接|联系|聯繫|聯絡|见孩子)/i
/** "Dad is not allowed on campus", 不要让他进校. */
const exclusion =
  /(?:\b(?:not|never)\b|n['’]t\b|\bcannot\b).{0,20}\b(?:allowed|permitted|authori[sz]ed|welcome|come|be|enter)\b.{0,20}\b(?:campus|school|property|premises|building|site|near|around|see|visit)\b|(?:不|勿|禁).{0,8}(?:见孩子|見孩子|带走|帶走|进校|進校|来校|來校|入校|靠近|探望)/i
/** Court orders, as offices write them: "RO against dad thru 2028". */
const order = /\b(?:D?V?T?RO|PFA|PPO|AVO|EPO|DVO|IVO)\b(?=\W+(?:against|on|vs?\b|for|in|thru|through|until|exp|file))/
/** Remarks about a child who has to be kept from a person, however phrased. */
const danger =
  /safety plan|\bshelter\b|domestic violence|\bDV\b|\babus(?:e|ive)\b|\bCPS\b|child protect|witness protection|kidnap|abduct|(?:parental|legal|visiting) rights|(?:call|dial|phone) 911|call (?:the )?(?:police|cops)|shows up|stay away|prohibited steps|guardianship order|\blives? (?:only )?w(?:ith\b|\/)|n['o]t give out|confidential address|out of (?:the )?picture|\bnot (?:in the picture|involved)\b|no longer (?:involved|in (?:her|his|their|the child))|whereabouts|incarcerat|\b(?:jail|prison)\b|\bdeport|\bhas (?:the |her |him |them )?kids? on\b|violen[ct]|\bthreat|\bstalk|harass|disclos|(?:not|n['’]t) (?:share|tell)\b|(?:may|must|should|can) ?not see\b(?! well)|not allowed to see|\bbio(?:logical)?[- ]?(?:mom|dad|mother|father|parents?)\b|\bbirth[- ](?:mother|father|mom|dad|parents?)\b|\bweekends? only|alternat\w+ weekends?|\brestricted\b(?! (?:diet|food|activit|movement|to\b))|offender|ward of|kept from|guardianship|\bparents? (?:are |is |have )?(?:separat|divorc|split)|any(?:one|body) (?:but|other than) |(?:address|location|whereabouts).{0,20}(?:private|confidential|secret)|坐牢|入狱|入獄|官司|纠纷|糾紛|失联|失聯|不要告[诉訴]|保密|监护人[是为]|監護人[是為]|单亲|單親|报警|報警|暴力|骚扰|騷擾|跟踪|跟蹤|虐待|透露|家暴|人身安全|(?:无|無|没有|沒有).{0,4}(?:探视|探視|监护|監護|权|權)/i
const kin = `${relationPattern}|grandparents?|nana|aunt(?:ie)?|uncle|爸爸?|妈妈?|媽媽?`
/** "Only mom or grandma", 爸爸来接请先联系妈妈. */
const limit = new RegExp(
  `\\bonly\\s+(?:the )?(?:${kin})(?![a-z])(?!.{0,12}(?:speak|read|work|chinese|english|text|wechat))|(?<![a-z])(?:${kin}|(?:p|parent|guardian) ?\\d)\\s+only(?![a-z])|(?<![a-z])(?:${kin}).{0,30}\\b(?:unless|except|without|permission|supervis)|(?:爸|妈|媽|父|母|爷|奶).{0,4}(?:来|來)?接.{0,6}(?:先|须|須|需|必须|必須|要)`,
  'i',
)
/** "No dad", "Father's access is limited", "Do not call father", 跟妈妈住. */
const kept = new RegExp(
  `\\b(?:no|not|never)\\s+(?:the |\\p{L}+['’]s )?(?:${kin})(?![a-z])|(?<![a-z])(?:${kin})(?:['’]s)?(?![a-z]).{0,30}\\b(?:access|visits?|limited|weekends?)\\b|\\bagainst\\s+(?:the |his |her |their )?(?:${kin})(?![a-z])|(?<![a-z])(?:${kin})(?![a-z]).{0,40}\\bnot (?:allowed|permitted|authori[sz]ed|welcome)\\b|(?:\\bnot|n['’]t) (?:mention|tell|call|inform|notify|text|e-?mail)\\b.{0,25}(?<![a-z])(?:${kin}|address)(?![a-z])|(?:跟|随|隨|与|與|和).{0,2}(?:爸|妈|媽|父|母|爷|奶|外婆|外公).{0,3}(?:住|生活)`,
  'iu',
)
const keepAway = /\b[Kk]eep (?:him |her |them )?away from (?:\p{Lu}|his\b|her\b|their\b)/u
/** True if a cell of any column speaks of who may see or pick up a child. */
export const speaksOfCustody = (cell: string): boolean =>
  danger.test(cell) ||
  limit.test(cell) ||
  kept.test(cell) ||
  keepAway.test(cell) ||
  signs.test(cell) ||
  refusal.test(cell) ||
  exclusion.test(cell) ||
  order.test(cell)
/** Texts under a custody heading that show the writer wasn't sure. */
const open =
  /^(?:\?+|unknown|tb[dac]|unsure|not (?:sure|known|clear)|待定|待查|不详|不詳|不知道|未知|不确定|不確定)[.!?]*$/i
export const isOpen = (cell: string): boolean => open.test(oneLine(cell))

const yes = /^(?:y|yes|ok|okay|true|1|x|✓|✔|√|是|可|可以|能|对|allowed|approved)[.!]?$/i
const no = /^(?:n|no|not? ok|false|0|✗|✘|×|否|不|不可|不可以|不能|不行|不准|禁止|never|denied|not allowed)[.!]?$/i
/** True if a cell says yes or no and nothing else. */
export const isYesOrNo = (cell: string): boolean => yes.test(oneLine(cell)) || no.test(oneLine(cell))
const allClear =
  /^(?:(?:both|two) parents?|both|parents?|joint(?:ly)?(?: legal| physical)?(?: custody)?|shared(?: custody)?|50 ?[/-] ?50(?: (?:between|with)? ?(?:both )?parents| custody)?|together|married|intact|(?:mother|mom|mum) ?(?:and|&|\/|\+) ?(?:father|dad)|(?:father|dad) ?(?:and|&|\/|\+) ?(?:mother|mom|mum)|no (?:[\w-]+ ){0,2}(?:restrictions?|limitations?|issues?|concerns?|problems?|orders?|agreements?)(?: on [\w -]+)?|unrestricted|n\/?a|all|either(?: parent)?|every(?:one|body)|any(?:one|body)(?: (?:on|in|from) (?:the )?(?:file|list|form))?|双方|雙方|父母|父母双方|父母雙方|爸爸妈妈|爸妈|爸媽|共同(?:监护|抚养|監護|撫養)?|无限制|無限制|没有限制|均可|父母(?:双方)?(?:均可|都可以?|都行)|都可以|都行|一起)[.。!]?$/i

/** True if a cell names one or both parents by relationship, and nobody by name. */
export const isOfParents = (cell: string): boolean => relationOf(cell) !== null || allClear.test(oneLine(cell))
const relations = new RegExp(`(?<![a-z])(?:the |his |her |their )?(${relationPattern})(?![a-z])`, 'giu')
const relationshipsIn = (text: string): Relationship[] => [
  ...new Set(
    [
      ...[...text.matchAll(relations)].map(match => relationOf(match[1]!)),
      /(?:前夫|生父|孩子他爸)/u.test(text) ? ('father' as const) : null,
      /(?:前妻|生母|孩子他妈)/u.test(text) ? ('mother' as const) : null,
    ].filter(found => found !== null),
  ),
]

const only =
  /\b(?:sole|full|exclusive)\b.{0,25}custody|custody.{0,12}\b(?:sole|full|exclusive)\b|^(?:sole|full)\b|\bonly\b|(?:只|仅|僅)(?:能|可|许|许可|准|限|让|由)?.{0,12}(?:接|监护|抚养)|(?:监护权|監護權|抚养权|撫養權)(?:归|歸|属|屬|在|是|由|给)|(?:单独|單獨|独自|獨自)(?:监护|監護|抚养|撫養)|(?:归|歸|由).{1,8}(?:单独|独自|單獨|全权)?(?:监护|抚养|監護|撫養)/i
const barred =
  /(?:\bnot\b|\bno\b|\bnever\b|n['’]t\b|\bcannot\b).{0,60}(?:pick|collect|fetch|releas|contact|access|visit|custody|see\b|remove|sign \w* ?out|hand(?:ed)? over|(?:leave|goe?s?|sent?|come) (?:\w+ )?with|take (?:him|her|them|the child|home)|allowed|permitted|authori[sz]ed)|\b(?:barred|banned)\b|(?:restraining|protective|protection|no[\s-]contact|court) order.{0,20}(?:against|on|for|:|-|vs)|\b(?:DV)?T?RO (?:against|on|vs)\b|no[\s-]contact|(?:不|勿|禁|别|別|严禁|嚴禁).{0,12}(?:接|联系|聯繫|聯絡|探视|探視|见孩子|見孩子|接触|接觸|带走|帶走|进校|進校|入校|靠近)|(?:禁止令|限制令|保护令|保護令)/i
/** Words that leave open who is meant, or under which conditions. */
const condition =
  /\b(?:unless|except|without|until|if|when|weekends?|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|supervised|alternat\w*|every other|pending|see (?:file|office|note|attached)|ask|call (?:the )?office|tbd|maybe|sometimes|and\/or|biological|\bbio[- ]?(?:mom|dad)|birth[- ](?:mother|father|mom|dad|parents?)|girlfriend|boyfriend|partner|(?:father|mother|dad|mom|mum)['’]s (?:\w+ )?(?:wife|husband|family|parents?|brother|sister|friend|mother|father))\b|\?|除非|除了|如果|周[一二三四五六日末]|星期|视情况|待定|见附|询问|[姑姨舅伯叔婶嬸继繼]|生父|生母|[男女](?:朋)?友|亲戚|親戚/i

const sentences = (text: string): string[] =>
  plain(text)
    .split(/[\n;；。]|(?<=\p{L}{3,})\.\s+(?=\p{Lu})/u)
    .map(part => part.trim().replace(/[.!,，]+$/, ''))
    .filter(Boolean)

const statement = (verdict: Verdict, words: string, isPickUpOnly = false): Statement => ({
  verdict,
  relationships: relationshipsIn(words),
  words,
  isPickUpOnly,
})

/** "Not dad", 爸爸不行. */
const negation = /\b(?:not?|never)\b|n['’]t\b|[不勿禁]/i
/** What a sentence says about custody, if it is plain enough to rely on. */
const readSentence = (text: string): Statement[] => {
  if (isOpen(text)) return [statement('unclear', text)]
  // A person named alone is the one the child lives with. That says nothing about anyone else.
  const bare = text.replace(
    /^(?:child )?(?:lives?|living|resides?|stays?) (?:only )?with:?\s*|^(?:与|和|跟)?|(?:同住|一起住|住)$/giu,
    '',
  )
  if (isNothing(text) || no.test(text) || allClear.test(text) || allClear.test(bare)) return [statement('clear', text)]
  if (condition.test(text)) return [statement('unclear', text)]
  const isOnly = only.test(text)
  const isBarred = barred.test(text)
  // "Mother has sole custody, father may not pick up" excludes a person twice; each part counts.
  if (isOnly && isBarred) {
    const parts = text.split(/[,，]|\bbut\b|\band\b/i).map(part => part.trim())
    const read = parts.length > 1 ? parts.flatMap(readSentence) : []
    const isPlain = read.length > 0 && read.every(({ verdict }) => verdict === 'barred' || verdict === 'only')
    return isPlain ? read : [statement('unclear', text)]
  }
  if (isOnly) return [statement('only', text)]
  if (isBarred) return [statement('barred', text)]
  const isPlain = bare.length <= 60 && !/\d/.test(bare) && !negation.test(bare)
  return [isPlain ? statement('lives', bare) : statement('unclear', text)]
}

/** Reads a cell of a custody column, or a sentence about custody from another column. */
const readText = (text: string, isItsColumn: boolean): Statement[] => {
  const whole = oneLine(text)
  if (isItsColumn && yes.test(whole)) return [statement('unclear', whole)]
  const parts = sentences(text)
  const heard = parts.length > 1 ? parts.filter(speaksOfCustody) : parts
  const read = (heard.length > 0 ? heard : parts).flatMap(readSentence)
  return isItsColumn ? read : read.map(each => (each.verdict === 'lives' ? { ...each, verdict: 'unclear' } : each))
}

const mark = (n: number, label: string, cell: string, read: Statement[], isOfChild = false): CustodyMark => ({
  n,
  isOfChild,
  text: [label, oneLine(cell)].filter(Boolean).join(': '),
  statements: read,
})
const home = /\blives?\b|resid|同住/i
/** "Has custody", "Custodial", "Access to records": a yes is clear, a no is not. */
const holding = /\bhas ?(?:legal )?custody|\bcustodial\b|legal custody|\baccess\b|监护权|監護權|抚养权|撫養權/i
/**
 * Reads a cell under "Custody", "Lives with" or "Court orders"; `label` is the heading. With `isOfOne`, a yes means
 * that one guardian has custody or that the child lives with them.
 */
export const readCustody = (n: number, label: string, cell: string, isOfOne = false): CustodyMark => {
  const text = oneLine(cell)
  const words = label.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
  const isHome = home.test(words)
  if (isOfOne && isYesOrNo(text) && (isHome || holding.test(words)))
    return mark(n, label, cell, [statement(isHome || yes.test(text) ? 'clear' : 'unclear', text)])
  return mark(n, label, cell, readText(cell, true))
}
/** Reads a sentence about custody from another column. */
export const readRemark = (n: number, cell: string): CustodyMark => mark(n, '', cell, readText(cell, false))
const asList = (each: Statement): Statement => (each.verdict === 'lives' ? { ...each, verdict: 'may' } : each)
const nobody = /^(?:nobody|no[ -]?one|没有人|沒有人|无人|無人)[.!。]?$/i
/** Reads a cell under "Not to be picked up by", which names people. */
export const readBarred = (n: number, label: string, cell: string): CustodyMark => {
  const text = oneLine(cell)
  const verdict = isOpen(text)
    ? 'unclear'
    : isNothing(text) || no.test(text) || nobody.test(text)
      ? 'clear'
      : condition.test(text) || yes.test(text)
        ? 'unclear'
        : 'barred'
  return mark(n, label, cell, [statement(verdict, text)], true)
}
/**
 * Reads a cell under "May pick up": a yes or no about `who`, or about nobody in particular if that is empty, or the
 * names of those who may. Naming grandparents or friends doesn't exclude a parent; naming one parent may.
 */
export const readPickUp = (n: number, label: string, cell: string, who: string): CustodyMark => {
  const text = oneLine(cell)
  if (yes.test(text)) return mark(n, label, cell, [statement('clear', text)], true)
  if (!no.test(text)) {
    // Phone numbers may stand beside the names of those who may pick up.
    const read = readText(withoutNumbers(cell) || cell, true)
    const isList = who === '' && !speaksOfCustody(cell)
    return mark(n, label, cell, isList ? read.map(asList) : read, true)
  }
  if (who === '') return mark(n, label, cell, [statement('unclear', text)], true)
  return mark(
    n,
    `${label} (${who})`,
    cell,
    [{ verdict: 'barred', relationships: [], words: who, isPickUpOnly: true }],
    true,
  )
}

/** The mark for what is said about a sibling, when it is unknown whether it also applies to this child. */
export const markOfSibling = (n: number, sibling: string, marks: readonly CustodyMark[]): CustodyMark => {
  const text = marks.map(each => each.text).join('; ')
  return mark(n, sibling, text, [statement('unclear', text)], true)
}

type Person = { name: string; nativeName: string; relationship: Relationship | null }

const bareWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}'’-]+/gu) ?? []

/** True if the words name a person: by the full name in either script, with its parts in any order. */
const names = (words: string, { name, nativeName }: Person): boolean => {
  if (oneLine(words).toLowerCase() === name.toLowerCase()) return true
  const native = nativeName || (hasHan(name) ? name : '')
  if (native.length > 1 && words.replace(/\s/g, '').includes(native.replace(/\s/g, ''))) return true
  const own = latinWords(name)
  const written = bareWords(words)
  return own.length > 1 && own.every(word => written.includes(word))
}
/** The words of a Latin name. Initials are left out, because people don't always write them. */
const latinWords = (name: string): string[] => (hasHan(name) ? [] : bareWords(name).filter(word => word.length > 1))

const former = /前[夫妻](?![不勿禁别別没沒無无已也或和及的])\p{Script=Han}{2,3}/u
const otherKin =
  /\b(?:aunt(?:ie|y)?|uncle|cousin|sister|brother|sibling|grand\w+|nana|nanny|friend|neighbou?r|baby-?sitter)\b/i
/**
 * True if a name that matches no guardian exactly may still be this one's: "Mike Brown" for Michael Brown, "Wei Zhang"
 * for 张伟. An aunt is neither father nor mother.
 */
const mightBeNamed = (stranger: string, { words }: Statement, person: Person): boolean => {
  if (isKnownApart(person) && otherKin.test(words)) return false
  const own = latinWords(person.name)
  return own.length === 0 || latinWords(stranger).some(word => own.includes(word))
}
const isMeant = (each: Statement, person: Person): boolean =>
  names(each.words, person) || (person.relationship !== null && each.relationships.includes(person.relationship))

/**
 * True if a person's relationship is known precisely enough to rule out that words about a mother or father mean them.
 */
const isKnownApart = ({ relationship }: Person): boolean => relationship !== null && relationship !== 'guardian'

/** Names in the words that could be people outside the family: "not to be picked up by Linda Gray (aunt)". */
const strangersIn = ({ words }: Statement): string[] => {
  const latin = words.match(/\p{Lu}\p{Ll}+(?:[-'’ ]+(?:(?:de|la|van|von|der|del)\s+)*\p{Lu}\p{Ll}+)+/gu) ?? []
  const starts =
    /^(?:Do|Does|Not|No|Never|Please|Must|May|Can|Cannot|Court|Restraining|Protective|Custody|Only|Sole|Full)\s+/u
  return latin
    .map(found => {
      let name = found
      while (starts.test(name)) name = name.replace(starts, '')
      return name
    })
    .filter(name => name.includes(' ') && relationOf(name) === null)
}

/**
 * The guardians whom the words mean. If the words say who is allowed, a given name also counts if only one guardian has
 * it.
 */
const meantBy = <Guardian extends Person>(each: Statement, guardians: readonly Guardian[]): Guardian[] => {
  const meant = guardians.filter(person => isMeant(each, person))
  if (meant.length > 0 || each.relationships.length > 0 || each.verdict === 'barred') return meant
  const written = new Set(each.words.match(/\p{Lu}\p{Ll}+/gu) ?? [])
  const given = ({ name }: Guardian) => (hasHan(name) ? '' : name.split(' ')[0]!)
  return guardians.filter(
    person =>
      written.has(given(person)) &&
      !/^(?:Will|May)$/.test(given(person)) &&
      guardians.filter(other => given(other) === given(person)).length === 1,
  )
}

type CustodyOutcome<Guardian> = {
  /** True if a person has to read one of the marks. */
  isUnclear: boolean
  /** `isNamed` if a text has the guardian's name. */
  barred: { guardian: Guardian; isPickUpOnly: boolean; isNamed: boolean }[]
  /** People outside the family who must not pick up the child. */
  strangers: string[]
  /** The original texts, without duplicates. */
  notes: string[]
}

/**
 * What a child's marks mean for the guardians of the family. `isOwn` tells the child's own guardians from those of a
 * half-sibling. Nothing that isn't plain gives anyone access.
 */
export const settleCustody = <Guardian extends Person>(
  marks: readonly CustodyMark[],
  guardians: readonly Guardian[],
  isOwn: (guardian: Guardian) => boolean = () => true,
): CustodyOutcome<Guardian> => {
  const barredFor = new Map<Guardian, boolean>()
  const named = new Set<Guardian>()
  const strangers = new Set<string>()
  const notes = new Set<string>()
  const mayFetch: Guardian[][] = []
  let isUnclear = false
  const bar = (guardian: Guardian, isPickUpOnly: boolean) =>
    barredFor.set(guardian, (barredFor.get(guardian) ?? true) && isPickUpOnly)
  for (const { text, statements: all } of marks) {
    for (const each of all) {
      if (each.verdict === 'clear') continue
      notes.add(text)
      const meant = meantBy(each, guardians)
      const others = guardians.filter(person => !meant.includes(person))
      if (each.verdict === 'unclear') isUnclear = true
      else if (each.verdict === 'may') {
        if (meant.length > 0) mayFetch.push(meant)
      } else if (each.verdict === 'lives') isUnclear ||= meant.length === 0 || others.length > 0
      else if (each.verdict === 'only') {
        // The person who is allowed must be identified with certainty.
        if (meant.length !== 1) isUnclear = true
        else for (const guardian of others) bar(guardian, each.isPickUpOnly)
      } else {
        // 前夫林强 is not in this family, even though its father is also a father.
        if (former.test(each.words) && !guardians.some(person => names(each.words, person))) {
          isUnclear = true
          continue
        }
        const found = strangersIn(each).filter(name => !guardians.some(person => names(name, person)))
        for (const name of found) {
          strangers.add(name)
          if (others.some(person => mightBeNamed(name, each, person))) isUnclear = true
        }
        for (const guardian of meant) {
          bar(guardian, each.isPickUpOnly)
          if (names(each.words, guardian)) named.add(guardian)
        }
        const isNobody = meant.length === 0 && found.length === 0
        const mightBe =
          each.relationships.length > 0 &&
          !meant.some(isOwn) &&
          guardians.some(person => (meant.length === 0 || isOwn(person)) && !isKnownApart(person))
        const isAbsent = each.relationships.length > 0 && guardians.every(isKnownApart)
        if (mightBe || (isNobody && !isAbsent)) isUnclear = true
      }
    }
  }
  // A list that names one parent leaves open whether the other one may pick up.
  const isLeftOut = (guardian: Guardian) => isOwn(guardian) && !barredFor.has(guardian)
  if (mayFetch.some(named => guardians.some(each => isLeftOut(each) && !named.includes(each)))) isUnclear = true
  // If no guardian would be left, something was misread.
  if (guardians.length > 0 && guardians.every(guardian => barredFor.get(guardian) === false)) isUnclear = true
  return {
    isUnclear,
    barred: [...barredFor].map(([guardian, isPickUpOnly]) => ({
      guardian,
      isPickUpOnly,
      isNamed: named.has(guardian),
    })),
    strangers: [...strangers],
    notes: [...notes],
  }
}
