import { parseArgs } from 'node:util'
import { addSchool, type Desk, exportSchool, listLines, moveSchool, openDesk, setState } from '#server/many/acts.ts'
import { lastLine } from '#server/platform/databaseErrors.ts'
import { counted, sizeText } from '#server/platform/printed.ts'

const usage = `Many schools on one host:
  npm run schools -- list
  npm run schools -- add HOST [--name NAME] [--from FILE | --schema SCHEMA]
  npm run schools -- move HOST NEW_HOST
  npm run schools -- close HOST [--moving]
  npm run schools -- open HOST
  npm run schools -- export HOST FILE`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    name: { type: 'string' },
    from: { type: 'string' },
    schema: { type: 'string' },
    moving: { type: 'boolean' },
  },
})
const [command = '', ...given] = positionals

/** The commands. Each returns the lines to print. */
const commands: Record<string, (desk: Desk) => Promise<string[]>> = {
  list: listLines,
  async add(desk) {
    const { publicUrl, schema, code, takenAt } = await addSchool(desk, given[0], values)
    return [
      takenAt === null
        ? `Added the school at ${publicUrl}, in the schema ${schema}.`
        : `Added the school at ${publicUrl} as it was at ${takenAt}, in the schema ${schema}.`,
      ...(code ? [`Open ${publicUrl}/setup and enter the code ${code}`] : []),
    ]
  },
  async move(desk) {
    const { from, to } = await moveSchool(desk, given[0], given[1])
    return [
      `The school of ${from} is now at ${to}, and ${from} leads there.`,
      'People must sign in again and add their passkeys again. Programs and card payments need the new address.',
    ]
  },
  async close(desk) {
    const { host } = await setState(desk, given[0], values.moving ? 'moving' : 'closed')
    return [
      `${host} is closed: nobody can reach it, and its jobs wait. To open it again: npm run schools -- open ${host}`,
    ]
  },
  async open(desk) {
    const { host } = await setState(desk, given[0], 'open')
    return [`${host} is open.`]
  },
  async export(desk) {
    const { rows, bytes } = await exportSchool(desk, given[0], given[1])
    return [
      `${given[1]}: ${counted(rows, 'row')}, ${sizeText(bytes)}`,
      'It is encrypted and contains the key of this school only, so the file and BACKUP_PASSPHRASE are all that a restore needs.',
    ]
  },
}

const run = async (): Promise<void> => {
  const work = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!work) throw new Error(usage)
  const desk = await openDesk(process.env)
  try {
    for (const line of await work(desk)) console.log(line)
  } finally {
    await desk.close()
  }
}

try {
  await run()
} catch (error) {
  console.error(lastLine(error, process.env))
  process.exit(1)
}
