import { readFileSync } from 'node:fs'
import { refusalOf, type Who } from '#contract/access.ts'
import { areas, type Area } from '#contract/areas.ts'
import { type Caller, roles } from '#contract/callable.ts'
import { contract, type FunctionName } from '#contract/index.ts'

const file = new URL('./access.md', import.meta.url)
export const callers: readonly Caller[] = ['guest', 'newcomer', ...roles]
export const functionNames = Object.keys(contract) as FunctionName[]

const nobody: Who = { isSignedIn: false, isVerified: false, roles: [], area: null }
/** What the gate knows of each kind of caller; an administrator is one with the area `all`. */
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
/** Functions that some can call for no other reason than that they are administrators. */
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

/** The table as the contract has it now. */
export const tableNow = (): string =>
  [
    '# Who may call what',
    '',
    'Made from the contract by `tests/access.test.ts` and proved by `tests/everyCaller.test.ts` against a running door; a change of permissions shows here in review.',
    'Beyond the role, each function reaches only the rows of its policy: `cat server/slices/*/policy.ts`.',
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
  ].join('\n')

export const committedTable = (): string => readFileSync(file, 'utf8')
export { file as tableFile }

/** The committed table: for each function, which callers and which areas of the office it lets through. */
export const committedAccess = (): Map<string, Map<Caller | Area, boolean>> => {
  const access = new Map<string, Map<Caller | Area, boolean>>()
  let columns: (Caller | Area)[] = []
  for (const line of committedTable().split('\n')) {
    const cells = line.split('|').map(cell => cell.trim())
    if (cells[1] === 'function') columns = cells.slice(3, -1) as (Caller | Area)[]
    const name = /^`(.+)`$/.exec(cells[1] ?? '')?.[1]
    if (name === undefined) continue
    const known = access.get(name) ?? new Map<Caller | Area, boolean>()
    columns.forEach((column, index) => known.set(column, cells[3 + index] === 'yes'))
    access.set(name, known)
  }
  return access
}
