import type { FastifyInstance } from 'fastify'
import { listIn } from '#rules/lists.ts'
import { messages as signingIn } from '#web/access/identity/signingIn.en.ts'
import { messages as chineseSigningIn } from '#web/access/identity/signingIn.zh.ts'
import { messages as office } from '#web/words/office.en.ts'
import { messages as chineseOffice } from '#web/words/office.zh.ts'
import { messages as people } from '#web/words/people.en.ts'
import { messages as chinesePeople } from '#web/words/people.zh.ts'
import { personFields } from '#web/words/personFields.en.ts'
import { personFields as chineseFields } from '#web/words/personFields.zh.ts'
import { exportedAtMost, type FileColumn, type FileTools, listRoute } from '#server/platform/listRoute.ts'
import { wallClock } from '#server/platform/sheet.ts'
import { inBoth, textsOf } from '#server/platform/texts.ts'
import { zoneOf } from '#server/school/config/tables.ts'
import { visibleUsers } from '#server/access/identity/policy.ts'
import { listUsers, sortedUsers, type UserRow } from './queries.ts'

type Row = UserRow & { zone: string }

// The file uses the texts of the screen's table.
const screen = textsOf({ en: office.adminUser, zh: chineseOffice.adminUser })
const roles = textsOf({ en: office.officeWords.role, zh: chineseOffice.officeWords.role })
const areas = textsOf({ en: people.people.user.areas, zh: chinesePeople.people.user.areas })
const fields = textsOf({ en: personFields, zh: chineseFields })
const factors = textsOf({ en: signingIn.signingIn.users, zh: chineseSigningIn.signingIn.users })

const columns: FileColumn<Row>[] = [
  { of: 'name', head: inBoth(screen, 'name'), value: row => row.name, width: 24 },
  { of: 'name', head: inBoth(fields, 'nativeName'), value: row => row.nativeName, width: 14 },
  { of: 'email', head: inBoth(screen, 'email'), value: row => row.email, width: 30 },
  {
    of: 'roles',
    head: inBoth(screen, 'roles'),
    value: (row, language) =>
      listIn(
        language,
        row.roles.map(role =>
          [
            roles(language)(role),
            role === 'admin' && row.area !== null && row.area !== 'all' && areas(language)(row.area),
          ]
            .filter(Boolean)
            .join(' · '),
        ),
      ),
    width: 20,
  },
  {
    of: 'state',
    head: inBoth(screen, 'state'),
    value: (row, language) =>
      screen(language)(
        !row.hasAccount ? 'noAccount' : row.isDisabled ? 'disabled' : row.isVerified ? 'verified' : 'unverified',
      ),
    width: 14,
  },
  {
    of: 'factor',
    head: inBoth(factors, 'column'),
    value: (row, language) => factors(language)(row.hasSecondFactor ? 'on' : 'off'),
    width: 14,
  },
  {
    of: 'last',
    head: inBoth(screen, 'lastSignIn'),
    value: row => wallClock(row.lastSignInAt, row.zone),
    kind: 'clock',
    width: 18,
  },
]

/** Serves the list of users as a file: `/files/users.csv` and `.xlsx`. */
export const userFiles = (app: FastifyInstance, tools: FileTools): void =>
  listRoute(app, tools, {
    file: 'users',
    title: inBoth(screen, 'title'),
    columns,
    find: async (db, actor, input) => {
      const zone = await zoneOf(db)
      const order = sortedUsers(actor.language, input.sort, input.down, undefined)
      const found = await listUsers(db, visibleUsers(actor), input, order, exportedAtMost)
      return { rows: found.map(row => ({ ...row, zone })), digits: 2 }
    },
  })
