import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Counts } from '#server/platform/allowance.ts'
import { type FileTools, serveFile } from '#server/platform/exports.ts'
import { writeSchoolFiles } from './schoolFiles.ts'

const perHour = 6
const hourMs = 3_600_000

/**
 * Serves everything that the school has as one zip (schoolFiles.ts), to full administrators who have signed in
 * recently. The zip is written completely before it is sent, so that a slow reader keeps no transaction open, and is
 * then deleted.
 */
export const schoolFilesRoute = (app: FastifyInstance, tools: FileTools & { counts: Counts }): void => {
  const taken = tools.counts.allowance('school-files', perHour, hourMs)
  serveFile(app, tools, 'GET /files/school.zip', async ({ reply, actor, record, withNotes }) => {
    if (taken.take(actor.accountId ?? '') > 0)
      return reply
        .code(429)
        .type('text/plain; charset=utf-8')
        .send('You can export six times an hour. Try again later.')
    const folder = await mkdtemp(join(tmpdir(), 'lantern-school-'))
    const remove = () => rm(folder, { recursive: true, force: true })
    try {
      const path = join(folder, 'school.zip')
      const { tables } = await withNotes(opening => writeSchoolFiles(tools.database, path, opening))
      await record(tools.database.db, {
        asked: {},
        rows: Object.values(tables).reduce((all, { rows }) => all + rows, 0),
      })
      const content = createReadStream(path)
      content.on('close', () => void remove())
      return reply
        .type('application/zip')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'attachment; filename="school.zip"')
        .send(content)
    } catch (error) {
      await remove()
      throw error
    }
  })
}
