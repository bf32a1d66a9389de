import type { notices, Template } from '#contract/communication/messages.notices.ts'
import { wrongPlaceholders } from '#rules/notices.ts'
import type { Db } from '#server/platform/db.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { usableTemplates } from './policy.ts'
import {
  countTemplates,
  insertTemplate,
  isNameTaken,
  listTemplates,
  lockTemplate,
  updateTemplate,
} from './templateQueries.ts'

type TemplateName =
  | 'messages-templates'
  | 'messages-createTemplate'
  | 'messages-changeTemplate'
  | 'messages-archiveTemplate'
  | 'messages-restoreTemplate'

/** Throws `invalid` for unknown placeholders, with their fields. */
export const checkPlaceholders = (input: Parameters<typeof wrongPlaceholders>[0]): void => {
  const wrong = wrongPlaceholders(input)
  if (wrong.length > 0) throw invalid(wrong)
}

const checkName = async (db: Db, name: string, id: string | null): Promise<void> => {
  if (await isNameTaken(db, name, id)) throw invalid([{ path: 'name', message: 'taken' }], 'ALREADY_EXISTS')
}

const lock = async (db: Db, actor: Actor, id: string): Promise<Template> => {
  const found = await lockTemplate(db, usableTemplates(actor), id)
  if (!found) throw notFound('The template')
  return found
}

export const templateFunctions: Pick<Functions<typeof notices>, TemplateName> = {
  'messages-templates': async ({ db, actor, input }) => {
    const usable = usableTemplates(actor)
    const filter = { search: input.search ?? '', isArchived: input.isArchived ?? false }
    const found = await listTemplates(db, usable, filter, readKey(input.after, 2))
    return {
      ...cutPage(found, ({ name, id }) => [name, id]),
      total: await totalOf(found, input.after, () => countTemplates(db, usable, filter)),
    }
  },

  'messages-createTemplate': async ({ db, input, now, touch }) => {
    checkPlaceholders(input)
    await checkName(db, input.name, null)
    touch(['messages'])
    return insertTemplate(db, { ...input, createdAt: now })
  },

  'messages-changeTemplate': async ({ db, actor, input: { id, ...input }, touch }) => {
    const before = await lock(db, actor, id)
    checkPlaceholders(input)
    if (!before.isArchived) await checkName(db, input.name, id)
    touch(['messages'])
    return (await updateTemplate(db, usableTemplates(actor), id, input)) ?? before
  },

  'messages-archiveTemplate': async ({ db, actor, input, now, touch }) => {
    const before = await lock(db, actor, input.id)
    if (before.isArchived) return before
    touch(['messages'])
    return (await updateTemplate(db, usableTemplates(actor), input.id, { archivedAt: now })) ?? before
  },

  'messages-restoreTemplate': async ({ db, actor, input, touch }) => {
    const before = await lock(db, actor, input.id)
    if (!before.isArchived) return before
    await checkName(db, before.name, input.id)
    touch(['messages'])
    return (await updateTemplate(db, usableTemplates(actor), input.id, { archivedAt: null })) ?? before
  },
}
