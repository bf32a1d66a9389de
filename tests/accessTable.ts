import { readFileSync } from 'node:fs'
import { refusalOf, type Who } from '#contract/access.ts'
import { areas } from '#contract/areas.ts'
import { type Callable, type Caller, roles } from '#contract/callable.ts'
import { type FileRoute, fileRoutes } from '#contract/fileRoutes.ts'
import { contract, type FunctionName } from '#contract/index.ts'
import { rosterScopes, type RosterScope } from '#contract/exchange/oneroster.ts'
import { type Actor, guest } from '#server/platform/actor.ts'
import { mayHear } from '#server/platform/live.ts'
import { refusalFor } from '#server/platform/right.ts'
import { placeOf, restAddresses } from '#server/exchange/oneroster/restPaths.ts'

const file = new URL('./access.md', import.meta.url)
export const callers: readonly Caller[] = ['guest', 'newcomer', ...roles]
export const functionNames = Object.keys(contract) as FunctionName[]

const nobody: Who = { isSignedIn: false, isVerified: false, roles: [], area: null }
/** The facts that the access check has about each kind of caller. An administrator here has the area `all`. */
export const whoIs = (caller: Caller): Who =>
  caller === 'guest'
    ? nobody
    : {
        isSignedIn: true,
        isVerified: true,
        roles: caller === 'newcomer' ? [] : [caller],
        area: caller === 'admin' ? 'all' : null,
      }

const may = (name: FunctionName, who: Who): boolean => refusalOf(name, contract[name], who) === null
/** Functions that some callers can call only because they are administrators. */
const ofOffice = functionNames.filter(
  name => may(name, whoIs('admin')) && !may(name, whoIs('newcomer')) && !may(name, nobody),
)

const table = (columns: readonly string[], names: readonly FunctionName[], whos: readonly Who[]): string[] => [
  `| function | kind | ${columns.join(' | ')} |`,
  `|---|---|${columns.map(() => '---').join('|')}|`,
  ...names.map(
    name => `| \`${name}\` | ${contract[name].kind} | ${whos.map(who => (may(name, who) ? 'yes' : '·')).join(' | ')} |`,
  ),
]

/** A table of permissions: the first cell of each row, a word about it, and the answer for each column. */
const grid = <Row>(
  kind: string,
  about: string,
  columns: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => { name: string; word: string; may: (column: string) => boolean },
): string[] => [
  `| ${kind} | ${about} | ${columns.join(' | ')} |`,
  `|---|---|${columns.map(() => '---').join('|')}|`,
  ...rows.map(row => {
    const { name, word, may } = cells(row)
    return `| \`${name}\` | ${word} | ${columns.map(column => (may(column) ? 'yes' : '·')).join(' | ')} |`
  }),
]

/** Kinds of callers and areas of the office, as columns for what is reached other than by a call. */
export const readers: readonly string[] = [...callers.filter(caller => caller !== 'admin'), ...areas]
const readerOf = (column: string): Actor => {
  const area = areas.find(each => each === column) ?? null
  const who = area === null ? whoIs(column as Caller) : whoIs('admin')
  return {
    ...guest,
    accountId: who.isSignedIn ? '00000000-0000-0000-0000-000000000000' : null,
    isVerified: who.isVerified,
    roles: who.roles,
    area,
  }
}

export const fileNames = Object.keys(fileRoutes) as FileRoute[]
const fileGrid = () =>
  grid('file', 'right to', readers, fileNames, name => {
    const rule = fileRoutes[name]
    return 'open' in rule
      ? { name, word: `anybody: ${rule.open}`, may: () => true }
      : {
          name,
          word: rule.needs.map(each => `\`${each}\``).join(' or '),
          may: column => refusalFor(readerOf(column), rule.needs) === null,
        }
  })

export const liveSlices = [
  ...new Set(functionNames.filter(name => contract[name].kind === 'read').map(name => name.split('-')[0]!)),
].sort()
const liveGrid = () =>
  grid('news of', 'at', readers, liveSlices, name => ({
    name,
    word: '`/live`',
    may: column => mayHear(readerOf(column), name, undefined),
  }))

const zero = '00000000-0000-0000-0000-000000000000'
export const rosterColumns = ['no token', ...(Object.keys(rosterScopes) as RosterScope[])]
const rosterGrid = () =>
  grid('roster', 'gives', rosterColumns, restAddresses, name => {
    const { envelope, scopes } = placeOf(name.replaceAll('{id}', zero))!
    return { name, word: `\`${envelope}\``, may: column => scopes.some(scope => scope === column) }
  })

/** The table that follows from the current contract. */
export const tableNow = (): string =>
  [
    '# Who may call what',
    '',
    'Made from the contract by `tests/access.test.ts` and proved by `tests/everyCaller.test.ts` and `tests/everyAddress.test.ts` against a running door and server; a change of permissions shows here in review.',
    'Beyond the role, each function reaches only the rows of its policy: `cat server/*/*/policy.ts`.',
    '',
    ...table(callers, functionNames, callers.map(whoIs)),
    '',
    '## What each area of the office reaches',
    '',
    'For functions that somebody has as an administrator; what they may as a parent or teacher stays. Made from `contract/areas.ts`.',
    '',
    ...table(
      areas,
      ofOffice,
      areas.map(area => ({ ...whoIs('admin'), area })),
    ),
    '',
    '## Looking on',
    '',
    'The office viewing as a family reads what the family reads and writes nothing. Of what a family may read, these are refused, as their declarations in `contract/` say (`isPersonal`):',
    '',
    ...functionNames.flatMap(name => {
      const { isPersonal }: Callable = contract[name]
      return isPersonal ? [`- \`${name}\``] : []
    }),
    '',
    '## Files',
    '',
    'Made from `contract/fileRoutes.ts`: a file is for anyone who may call the function it needs, and holds the rows that the function would show them.',
    '',
    ...fileGrid(),
    '',
    '## Live updates',
    '',
    'Who is told that a part of the school has changed. Where an update names people, only they and the office are told.',
    '',
    ...liveGrid(),
    '',
    '## OneRoster',
    '',
    'What other programs read below `/ims/oneroster/rostering/v1p2`, by the scope of their token.',
    '',
    ...rosterGrid(),
    '',
  ].join('\n')

export const committedTable = (): string => readFileSync(file, 'utf8')
export { file as tableFile }

/** Reads the committed table whose first column has this heading: for each row, which columns are allowed. */
export const committedAccess = (kind: 'function' | 'file' | 'news of' | 'roster' = 'function') => {
  const access = new Map<string, Map<string, boolean>>()
  let columns: string[] | null = null
  for (const line of committedTable().split('\n')) {
    const cells = line.split('|').map(cell => cell.trim())
    const name = /^`(.+)`$/.exec(cells[1] ?? '')?.[1]
    if (name === undefined) {
      if (cells.length > 3 && !/^-+$/.test(cells[1]!)) columns = cells[1] === kind ? cells.slice(3, -1) : null
      continue
    }
    if (columns === null) continue
    const known = access.get(name) ?? new Map<string, boolean>()
    columns.forEach((column, index) => known.set(column, cells[3 + index] === 'yes'))
    access.set(name, known)
  }
  return access
}
