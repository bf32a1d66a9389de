import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { textsOf as sayersOf } from '#server/platform/texts.ts'
import { standardPolicies } from '#server/school/policies/standard.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(`${root}${file}`, 'utf8')

/**
 * A retired word of docs/words.md. `limit` is the number of remaining occurrences. Lower it when possible, never raise
 * it.
 */
type Retired = { word: string; pattern: RegExp; limit: number }
const retired = (word: string, pattern: RegExp, limit = 0): Retired => ({ word, pattern, limit })

/** Comments and strings, whichever begins first. The rest of a source is code. */
const commentOrString = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const commentsOf = (source: string): string[] =>
  (source.match(commentOrString) ?? [])
    .filter(part => part.startsWith('/'))
    // A sentence may span several lines.
    .map(part => part.replaceAll(/\s+(?:\*(?!\/)\s*)?/g, ' '))
const stringsOf = (source: string): string[] =>
  (source.match(commentOrString) ?? []).filter(part => !part.startsWith('/'))
const codeOf = (source: string): string =>
  source.replaceAll(commentOrString, part => (part.startsWith('/') ? '' : "''"))

const sources = globSync('{contract,rules,server,web,scripts}/**/*.{ts,tsx,mjs}', { cwd: root })
  .filter(file => !/\/migrations\/|\.test\.tsx?$|\.d\.ts$/.test(file))
  .map(file => ({ file, source: read(file) }))

type Text = { file: string; text: string }
const offenders = (texts: readonly Text[], pattern: RegExp): string[] =>
  texts.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(
      match => `${file}: ${text.slice(Math.max(0, match.index - 30), match.index + 50).replaceAll('\n', ' ')}`,
    ),
  )
const expectRetired = (texts: readonly Text[], { word, pattern, limit }: Retired): void => {
  const found = offenders(texts, pattern)
  expect(found.length > limit ? found : [], `“${word}” is retired, see docs/words.md`).toEqual([])
}

const names = [
  retired('sought', /\b(?:sought|\w+Sought|Sought)\w*/),
  retired('said', /\b(?:said|setSaid|lying)\b/),
  retired('whoever', /\b\w*[Ww]hoever\w*/),
  retired('words', /const (?:words|say) = use[A-Z]/),
  retired('of', /\sof=\{/),
  retired('isBroken', /\bis[A-Z]\w*\??: Error\b/),
]

const inComments = [
  retired('whoever', /\b[Ww]hoever\b/),
  retired('so many', /\b[Ss]o many\b/),
  retired('so much', /\b[Ss]o much\b/),
  retired('look on', /\blook(?:s|ed|ing)? on as\b/),
  retired('somebody', /\b(?:[Ss]ome|[Ee]very)body\b/),
  retired('anew', /\banew\b/),
  retired('any more', /\bany ?more\b/),
  retired('telephone', /\b[Tt]elephones?\b/),
]

const english = [
  retired('put away', /\b[Pp]ut away\b/),
  retired('bring back', /\b[Bb]r(?:ing|ought) back\b/),
  retired('came back', /\b[Cc]a?me back (?:unpaid|from the bank)\b|\bthat came back\b/),
  retired('pay back', /\b[Pp](?:ay|aid) back\b/),
  retired('give back', /\b[Gg](?:ives?|iven|ave) back\b|\bgoes back\b/),
  retired('take back', /\b[Tt](?:ake|aken|ook) back\b/),
  retired('recorded by mistake', /recorded by mistake/),
  retired('days of grace', /days of grace/),
  retired('early bird', /[Ee]arly bird/),
  retired('bill', /\bbills?\b/),
  retired('call off', /\b[Cc]all(?:ed)? off\b/),
  retired('closed day', /\b[Cc]losed days?\b/),
  retired('make one of two', /\b[Mm]ake one of two\b/),
  retired('look on', /\b[Ll]ook(?:s|ed|ing)? on\b/),
  retired('may not', /\bmay not\b/),
  retired('whoever', /\b[Ww]hoever\b/),
  retired('sit in', /\b[Ss]its? in\b/),
  retired('check', /\b[Cc]heques?\b/),
  retired('program', /(?<!\{)\b[Pp]rogrammes?\b/),
  retired('enroll', /\b[Ee]nrol(?:s|ment|ments)?\b/),
  retired('waiting list', /\b[Ww]aiting lists?\b/),
  retired('e-mail', /\b[Ee]-mails?\b/),
  retired('telephone', /\b[Tt]elephones?\b/),
  retired('transfer', /\b[Tt]ransferred\b|\b[Tt]ransfer fee\b|\b[Ww]ithdrawals? (?:and|or) transfers?\b/),
  retired('canceled', /\b[Cc]ancelled\b/),
  retired('seat', /(?<!\{)\b[Ss]eats?\b(?!,|\})/),
  retired('start page', /\bstart page\b/),
  retired('any more', /\bany ?more\b/),
  retired('the school’s word', /\b(?:your|school’s|office’s) word\b|\bA word to\b/),
  retired('record of changes', /\brecord of changes\b/),
  retired('in line', /\b(?:in|next in|of the) line\b/),
  retired('by itself', /\bby (?:itself|themselves)\b/),
  retired('single day', /\b[Ss]ingle days?\b/),
  retired('second factor', /\b[Ss]econd factor\b/),
  retired('somebody', /\b(?:[Ss]ome|[Ee]very)body\b/),
]

const chinese = [
  retired('结余', /结余/),
  retired('办公室', /办公室/),
  retired('退学', /退学(?!费)/),
  retired('缺席', /缺席/),
  retired('停课日', /停课日/),
  retired('学校确认', /学校确认/),
  retired('主页', /主页/),
  retired('退课', /退课/),
  retired('误记', /误记/),
  retired('点名表', /点名表/),
  retired('出席', /出席/),
  retired('考核', /考核/),
  retired('前置课程', /前置/),
  retired('电子邮箱', /电子邮箱/),
  retired('去信', /去信|封信|(?:在|进[^。]*)信里|听课者的信/),
  retired('未能兑付', /未能?兑付|款项已?被退回|作废或被退回/),
  retired('附言', /(?:教务处|学校|财务)(?:附言|说明)：|给家庭的附言/),
  retired('母语姓名', /母语(?:姓名|名称)/),
]

type Tree = { [key: string]: string | Tree }
const valuesOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap(value => (typeof value === 'string' ? [value] : valuesOf(value)))
const textsOf = async (language: 'en' | 'zh'): Promise<Text[]> => {
  const files = globSync(`{web,server}/**/*.${language}.ts`, { cwd: root })
  expect(files.length).toBeGreaterThan(60)
  const bundles = files.map(async file => ({ file, bundle: (await import(`${root}${file}`)) as Tree }))
  const policies = standardPolicies.map(policy => ({
    file: 'server/school/policies/standard.ts',
    text: language === 'en' ? policy.text : policy.nativeText,
  }))
  return [
    ...(await Promise.all(bundles)).flatMap(({ file, bundle }) => valuesOf(bundle).map(text => ({ file, text }))),
    ...policies,
  ]
}

describe('retired words', () => {
  test.each(names)('$word appears in no name', entry => {
    expectRetired(
      sources.map(({ file, source }) => ({ file, text: codeOf(source) })),
      entry,
    )
  })

  test.each(inComments)('$word appears in no comment', entry => {
    expectRetired(
      sources.flatMap(({ file, source }) => commentsOf(source).map(text => ({ file, text }))),
      entry,
    )
  })

  test('appear in no English text', async () => {
    const texts = await textsOf('en')
    for (const entry of english) expectRetired(texts, entry)
  })

  test('appear in no Chinese text', async () => {
    const texts = await textsOf('zh')
    for (const entry of chinese) expectRetired(texts, entry)
    // A promo code expires; an invoice is overdue.
    const invoices = texts.filter(({ file }) => file.startsWith('web/money/payments/'))
    expectRetired(invoices, retired('已过期', /已过期/))
  })

  test('Chinese texts say counts, grades and days as Chinese does', async () => {
    const texts = await textsOf('zh')
    for (const [word, pattern] of [
      // A grade may be Pre-K.
      ['{grade} 年级', /\{grade\} ?年级/],
      ['{of} 个中', /\{of\} 个[^，。]{0,2}中/],
      // A day begins with a number, and Chinese dates have no spaces.
      ['于 {day}', /[\u4e00-\u9fa5] \{day\}/],
      // A day without a time counts itself.
      ['{day} 前', /\{(?:day|to)\} ?之?前/],
    ] as const)
      expectRetired(texts, retired(word, pattern))
  })

  test.each(['words/family', 'words/tables', 'enrolment/claims/claiming', 'exchange/imports/imports'])(
    '%s says a grade as Chinese does',
    async file => {
      const { messages } = (await import(`${root}web/${file}.zh.ts`)) as { messages: Tree }
      const text = valuesOf(messages).find(value => value.includes('{grade') && value.includes('年级：'))
      const t = sayersOf({ en: { grade: '{grade}' }, zh: { grade: text! } })('zh')
      const said = (grade: string) => t('grade', { grade })
      expect(['1', '12', 'K', 'Pre-K'].map(said)).toEqual(['一年级', '十二年级', '学前班', '年级：Pre-K'])
    },
  )

  test('and British spelling and 你 are in no text of the demo or of the standard policies', () => {
    const texts = sources
      .filter(({ file }) => file.startsWith('server/demo/') || file === 'server/school/policies/standard.ts')
      .map(({ file, source }) => ({ file, text: stringsOf(source).join('\n') }))
    expect(texts.length).toBeGreaterThan(30)
    for (const [word, pattern] of [
      ['你', /你/],
      ['e-mail', /\b[Ee]-mails?\b/],
      ['neighbour', /[Nn]eighbour/],
      ['practise', /\b[Pp]ractis/],
    ] as const)
      expectRetired(texts, retired(word, pattern))
  })

  test('are all in the glossary', () => {
    const glossary = read('docs/words.md').toLowerCase()
    const words = [...names, ...inComments, ...english, ...chinese].map(({ word }) => word)
    expect(words.filter(word => !glossary.includes(word.toLowerCase()))).toEqual([])
  })

  test('are distinguished in names, comments and strings', () => {
    const source = "/** Whoever\n * asks. */\nconst sought = 'whoever' // so\n"
    expect(commentsOf(source)).toEqual(['/** Whoever asks. */', '// so'])
    expect(codeOf(source)).toContain("const sought = ''")
    expect(codeOf(source)).not.toContain('hoever')
  })
})
