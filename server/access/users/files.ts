import type { FastifyInstance } from 'fastify'
import type { GrantedRole } from '#contract/callable.ts'
import type { Language } from '#contract/values.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleUsers } from './policy.ts'
import { listUsers, sortedUsers, type UserRow } from './queries.ts'

type Row = UserRow & { zone: string }

const words: Record<
  Language,
  {
    roles: Record<GrantedRole, string>
    states: Record<'open' | 'unverified' | 'closed' | 'none', string>
    factor: Record<'yes' | 'no', string>
  }
> = {
  en: {
    roles: { admin: 'Office', parent: 'Parent', teacher: 'Teacher' },
    states: { open: 'Verified', unverified: 'Not verified', closed: 'Suspended', none: 'No account' },
    factor: { yes: 'Yes', no: 'No' },
  },
  zh: {
    roles: { admin: '教务', parent: '家长', teacher: '老师' },
    states: { open: '已验证', unverified: '未验证', closed: '已停用', none: '没有账户' },
    factor: { yes: '有', no: '无' },
  },
}

/** An instant at the school's wall clock: YYYY-MM-DDTHH:MM. */
const wallClock = (at: Date | null, zone: string): string | null =>
  at &&
  new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T')

const columns: FileColumn<Row>[] = [
  { of: 'name', head: { en: 'Name', zh: '姓名' }, value: row => row.name, width: 24 },
  { of: 'name', head: { en: 'Native name', zh: '中文名' }, value: row => row.nativeName, width: 14 },
  { of: 'email', head: { en: 'E-mail', zh: '邮箱' }, value: row => row.email, width: 30 },
  {
    of: 'roles',
    head: { en: 'Roles', zh: '角色' },
    value: (row, language) => row.roles.map(role => words[language].roles[role]).join(', '),
    width: 20,
  },
  {
    of: 'state',
    head: { en: 'State', zh: '状态' },
    value: (row, language) =>
      words[language].states[
        !row.hasAccount ? 'none' : row.isDisabled ? 'closed' : row.isVerified ? 'open' : 'unverified'
      ],
    width: 14,
  },
  {
    of: 'factor',
    head: { en: 'Second factor', zh: '两步验证' },
    value: (row, language) => words[language].factor[row.hasSecondFactor ? 'yes' : 'no'],
    width: 14,
  },
  {
    of: 'last',
    head: { en: 'Last sign-in', zh: '上次登录' },
    value: row => wallClock(row.lastSignInAt, row.zone),
    kind: 'clock',
    width: 18,
  },
]

/** Who may sign in, as a file: `/files/users.csv` and `.xlsx`. */
export const userFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'users',
    title: { en: 'Users', zh: '用户' },
    columns,
    find: async (db, actor, input) => {
      const zone = await zoneOf(db)
      const order = sortedUsers(input.sort, input.down, undefined)
      const found = await listUsers(db, visibleUsers(actor), input, order, exportedAtMost)
      return { rows: found.map(row => ({ ...row, zone })), digits: 2 }
    },
  })
