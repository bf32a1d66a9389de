import type { relationships } from '#contract/people/students.plain.ts'

export type Relationship = (typeof relationships)[number]

const relationWords: readonly [Relationship, RegExp][] = [
  [
    'mother',
    /^(?:mother|mutter|madre|mère|mom|mum|mommy|mama|step[- ]?mother|step[- ]?mom|wife|mrs|妈妈?|媽媽?|母亲?|母親|继母|妈咪|母子|母女)$/i,
  ],
  [
    'father',
    /^(?:father|vater|padre|père|dad|daddy|papa|step[- ]?father|step[- ]?dad|husband|mr|爸爸?|父亲?|父親|继父|老爸|父子|父女)$/i,
  ],
  [
    'grandparent',
    /^(?:grand(?:mother|father|ma|pa|mom|dad|parents?)|abuel[oa]|oma|opa|nana|nanny|grammy|(?:外)?(?:祖父|祖母|公|婆)|[爷祖]孙|爷爷|爺爺|奶奶|姥姥|姥爷|姥爺|外公|外婆)$/i,
  ],
  ['guardian', /^(?:(?:legal )?guardian|foster (?:parent|mother|father)|parents?|caregiver|监护人|監護人|家长|家長)$/i],
  [
    'other',
    /^(?:aunt(?:ie|y)?|uncle|sister|brother|sibling|friend|neighbou?r|baby-?sitter|other|cousin|阿姨|叔叔|姑姑|舅舅|姨妈|朋友|邻居|其他)$/i,
  ],
]

/** A person's relationship to a child, from a word in either language; null for any other word. */
export const relationOf = (word: string): Relationship | null => {
  const written = word
    .trim()
    .replace(/[.:]+$/, '')
    .replace(/['’]s$/i, '')
  return relationWords.find(([, words]) => words.test(written))?.[0] ?? null
}

const codes: readonly [Relationship, RegExp][] = [
  ['mother', /^(?:m|mo|sm)$/i],
  ['father', /^(?:f|fa|sf)$/i],
  ['grandparent', /^(?:[mp]?g[mfp])$/i],
  ['guardian', /^(?:g|gd|lg)$/i],
]
/** The same for a relationship column, where exports write codes: M, F, GM. */
export const relationIn = (cell: string): Relationship | null =>
  relationOf(cell) ??
  relationOf(cell.split(/[/,(（]/u)[0]!) ??
  codes.find(([, words]) => words.test(cell.trim()))?.[0] ??
  null

/** A pattern for words that name a relationship within a text, for labels such as "Father: ". */
export const relationPattern =
  "(?:step[- ]?)?(?:mother|father|mom|mum|mommy|dad|daddy)(?:['’]s)?|grand(?:mother|father|ma|pa)(?:['’]s)?|(?:legal )?guardian|妈妈|媽媽|爸爸|父亲|父親|母亲|母親|监护人|監護人|爷爷|奶奶|外公|外婆|姥姥|姥爷|[父母妈媽爸]"

const gradeNames: Record<string, string> = {
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
  十: '10',
  十一: '11',
  十二: '12',
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
  seventh: '7',
  eighth: '8',
  ninth: '9',
  tenth: '10',
  eleventh: '11',
  twelfth: '12',
}
const yearNames: [RegExp, string][] = [
  [
    /^(?:pre-?k(?:indergarten)?(?:\s?[1-4])?|preschool|pre-?school|nursery|tk|transitional k.*|学前班?|學前班?|托班|小班|中班|vpk)$/i,
    'Pre-K',
  ],
  [/^(?:k|k-?g|kg|kinder|kindergarten|kindergart[ae]n|0|幼儿园|幼稚园|幼稚園|幼兒園|大班)$/i, 'K'],
  [/^初一$/, '7'],
  [/^初二$/, '8'],
  [/^初三$/, '9'],
  [/^高一$/, '10'],
  [/^高二$/, '11'],
  [/^高三$/, '12'],
]

/** A school year in Lantern's form: Pre-K, K, 1 … 12. Other texts stay as written. */
export const readGrade = (cell: string): string => {
  const written = cell.trim().replace(/\.0$/, '')
  if (written === '') return ''
  const bare = written
    // The teacher may stand beside the grade: 3/Adams.
    .replace(/^(\w{1,3})\s*[/–-]\s*\p{L}.+$/u, '$1')
    .replace(/^(?:rising|entering|current(?:ly)?|going into|incoming)\s+/i, '')
    .replace(/^(?:grade|gr\.?|g|year|yr\.?|class)\s*(?=\d|[kp])/i, '')
    .replace(/\s*(?:st|nd|rd|th)?\s*(?:graders?|grade|gr\.?)?$/i, '')
    .replace(/^第/, '')
    .replace(/(?:年级|年級|年)$/, '')
    .trim()
  const named = yearNames.find(([words]) => words.test(bare) || words.test(written))
  if (named) return named[1]
  const number = gradeNames[bare.toLowerCase()] ?? (/^\d{1,2}$/.test(bare) ? String(Number(bare)) : undefined)
  if (number !== undefined && Number(number) >= 1 && Number(number) <= 13) return number
  return written.slice(0, 200)
}
