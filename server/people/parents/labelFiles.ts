import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { contract } from '#contract/index.ts'
import { labelKinds, labelSheets, sheetSizes } from '#contract/labels.ts'
import { type FileTools, askedLanguage, sendFile, serveFile, unclear } from '#server/platform/exports.ts'
import { textsOf } from '#server/platform/texts.ts'
import { schoolName } from '#server/school/config/tables.ts'
import { drawLabels } from './drawLabels.ts'
import { messages as en } from './files.en.ts'
import { messages as zh } from './files.zh.ts'
import { householdsOf, listAddresses, listBadges } from './labelQueries.ts'
import { visibleHouseholds, visibleStudents } from '#server/people/students/policy.ts'

const texts = textsOf({ en, zh })

const Asked = z.object({
  of: z.enum(['students', 'families']),
  kind: z.enum(labelKinds),
  sheet: z.enum(labelSheets),
  start: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  ids: z.string(),
  lang: z.optional(z.string()),
})
const Id = contract['students-get'].input.shape.id

/** The most record ids that the audit trail keeps for a sheet, as for a call. */
const aboutAtMost = 1000

/** Parses the body of a plain form. */
const formBody = (body: string): Record<string, string> => Object.fromEntries(new URLSearchParams(body))

/**
 * Serves sheets of labels at `/files/labels.pdf`: addresses of families or names of students, for these records in this
 * order. It is a form post, because there may be thousands of records. Requires the right to read the list; the
 * download is recorded in the audit trail.
 */
export const labelFiles = (app: FastifyInstance, tools: FileTools): void => {
  void app.register(async scope => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, formBody(String(body))),
    )
    serveFile(scope, tools, 'POST /files/labels.pdf', async ({ request, reply, as, at, record }) => {
      const asked = Asked.safeParse(request.body)
      if (!asked.success) return unclear(reply)
      const { of, kind, sheet, lang } = asked.data
      const ids = asked.data.ids.split(',')
      const start = Number(asked.data.start ?? 1)
      const { across, down } = sheetSizes[sheet]
      if (!ids.every(id => Id.safeParse(id).success) || start < 1 || start > across * down) return unclear(reply)
      if (of === 'families' && kind === 'badge') return unclear(reply)
      const actor = as(kind === 'badge' ? 'students-list' : 'parents-list')
      const language = askedLanguage(lang, actor)
      const { labels, author } = await tools.database.report(async db => {
        const students = visibleStudents(actor, at)
        const families = of === 'families' ? ids : await householdsOf(db, students, ids)
        const labels =
          kind === 'badge'
            ? await listBadges(db, students, ids)
            : await listAddresses(db, visibleHouseholds(actor), families)
        await record(db, { asked: { of, kind, sheet }, about: ids.slice(0, aboutAtMost), rows: labels.length })
        return { labels, author: (await schoolName(db)).name }
      })
      if (labels.length === 0)
        return reply.code(404).type('text/plain; charset=utf-8').send('None of these has an address on record.')
      const title = texts(language)('labels')
      return sendFile(reply, 'labels.pdf', await drawLabels(labels, { kind, sheet, start, language, title, author }))
    })
  })
}
