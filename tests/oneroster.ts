import { sql } from 'drizzle-orm'
import { zipSync } from 'fflate'
import type { Extent, RosterFile } from '#contract/exchange/oneroster.ts'
import { packRoster } from '#server/exchange/oneroster/pack.ts'
import { exchangedRoster } from '#server/exchange/oneroster/policy.ts'
import type { Package } from '#server/exchange/oneroster/validate.ts'
import { hashSetUpCode } from '#server/school/config/setUp.ts'
import type { emptyHouse, Person } from './school.ts'

type House = Awaited<ReturnType<typeof emptyHouse>>

/** A school that was just set up: it has only its administrator. */
export const blankSchool = async (house: House) => {
  await house.database.db.execute(
    sql`insert into set_up_codes (code_hash, created_at) values (${hashSetUpCode('CODE')}, now())`,
  )
  await house.anybody.call('config-setUp', {
    code: 'CODE',
    school: { name: 'Blank', nativeName: '', zone: 'America/New_York', currency: 'USD' },
    admin: { name: 'Blank Office', email: 'blank@school.example', password: 'office secret' },
  })
  const ida = house.person('blank@school.example')
  await ida.call('config-changeFeatures', { on: ['oneroster'] })
  return { ...house, ida }
}

/** Exports the zip of a school. */
export const exported = async (of: { ida: Person; database: House['database'] }, extent: Extent = 'all') => {
  const seen = exchangedRoster(await of.ida.actor())
  return of.database.transaction(db => packRoster(db, extent, seen))
}

export const upload = async (person: Person, zip: Uint8Array, name = 'roster.zip') =>
  (await person.call('oneroster-upload', { name, bytes: Buffer.from(zip).toString('base64') })).uploadId

/** The rows of one file of a package. */
export const tableOf = (of: Package, file: RosterFile): Readonly<Record<string, string>>[] =>
  of.tables.find(table => table.file === file)!.rows.map(({ cells }) => cells)

type Lines = readonly (readonly string[])[]

/** Creates a zip from tables, header first. Cells that need quotes get them. */
export const zipOf = (version: string, files: Readonly<Record<string, Lines>>, mode = 'bulk'): Uint8Array => {
  const csv = (lines: Lines) =>
    new TextEncoder().encode(
      lines
        .map(line => line.map(cell => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
        .join('\n'),
    )
  return zipSync({
    'manifest.csv': csv([
      ['propertyName', 'value'],
      ['manifest.version', '1.0'],
      ['oneroster.version', version],
      ...Object.keys(files).map(file => [`file.${file}`, mode]),
    ]),
    ...Object.fromEntries(Object.entries(files).map(([file, lines]) => [`${file}.csv`, csv(lines)])),
  })
}
