import { type Thread, threadMoves, type threads, type ThreadStatus } from '#contract/communication/messages.threads.ts'
import type { Parsed } from '#contract/index.ts'
import type { Db } from '#server/platform/db.ts'
import { conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Context, Functions } from '#server/platform/functions.ts'
import { cutPage, readKey, totalOf } from '#server/platform/keys.ts'
import { postAll } from '#server/platform/mail.ts'
import { holdFiles } from '#server/access/files/acts.ts'
import { ownFiles } from '#server/access/files/policy.ts'
import { myHouseholds } from '#server/people/parents/policy.ts'
import { myStudents } from '#server/people/students/policy.ts'
import { inboxFunctions } from './inboxFunctions.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { readingPath, readingUrl, threadLetter } from './letters.ts'
import { addressableHouseholds, familyThreads, ownThreads, schoolThreads, visibleThreads, writesFor } from './policy.ts'
import {
  countPosts,
  countThreads,
  findFamily,
  findThread,
  insertPost,
  insertPostFiles,
  insertThread,
  isWriter,
  listContacts,
  listPosts,
  listThreads,
  listTold,
  noteMailed,
  setStatus,
} from './threadQueries.ts'
import { lockedThread, personOf } from './writers.ts'

const read = async (db: Db, actor: Actor, id: string): Promise<Thread> => {
  const sides = { family: familyThreads(actor), school: schoolThreads(actor) }
  const found = await findThread(db, visibleThreads(actor), sides, id)
  if (!found) throw notFound('The conversation')
  return found
}

const checkMove = (from: ThreadStatus, to: ThreadStatus): void => {
  if (from !== to && !threadMoves[from].includes(to))
    throw conflict('MOVE_NOT_ALLOWED', `A conversation that is ${from} can't be ${to}.`)
}

type Contribution = {
  thread: { id: string; subject: string }
  side: 'family' | 'school'
  body: string
  fileIds: readonly string[]
}

/** Throws `invalid` for a message without text and files, and for files that are not the writer's own uploads. */
const checkSaid = async (
  { db, actor }: Context<unknown>,
  { body, fileIds }: Pick<Contribution, 'body' | 'fileIds'>,
) => {
  if (body === '' && fileIds.length === 0) throw invalid([{ path: 'body', message: 'empty' }])
  const held = await holdFiles(db, ownFiles(actor), fileIds)
  if (fileIds.some(id => !held.has(id))) throw invalid([{ path: 'fileIds', message: 'file' }])
}

/**
 * Adds a message to a conversation, which then waits for the other side. The other side is told, by email only once
 * until they read it.
 */
const say = async (context: Context<unknown>, { thread, side, body, fileIds }: Contribution): Promise<string> => {
  const { db, actor, now, touch, settings } = context
  const me = personOf(actor)
  const status = side === 'family' ? 'open' : 'answered'
  await checkSaid(context, { body, fileIds })
  const postId = await insertPost(db, { threadId: thread.id, authorId: me, side, body, at: now }, status)
  await insertPostFiles(db, postId, fileIds)
  const told = await listTold(db, thread.id, side)
  const from = told.find(({ personId }) => personId === me) ?? { name: actor.name, nativeName: '' }
  const mailed = told.filter(({ mustMail, personId }) => mustMail && personId !== me)
  const school = await letterhead(db)
  await postAll(
    context,
    mailed.map(to =>
      threadLetter(
        to,
        {
          from,
          subject: thread.subject,
          body,
          files: fileIds.length,
          url: readingUrl(settings, to, { kind: 'thread', id: thread.id }),
        },
        school,
      ),
    ),
  )
  await noteMailed(
    db,
    thread.id,
    mailed.map(({ personId }) => personId),
    now,
  )
  const others = told.filter(({ isGuardian, personId }) => isGuardian !== (side === 'family') && personId !== me)
  await tellDevices(context, {
    kind: 'message',
    isUrgent: false,
    to: others.map(to => ({
      personId: to.personId,
      about: thread.id,
      path: readingPath(to, { kind: 'thread', id: thread.id }),
    })),
  })
  touch(
    ['messages'],
    told.map(({ personId }) => personId),
  )
  return postId
}

type Start = Context<Parsed<'messages-startThread'>>

/** The caller's own family, if it may write to that class, or to the office about that child; otherwise null. */
const familyTarget = async ({ db, actor, input }: Start): Promise<string | null> => {
  const contacts = await listContacts(db, myHouseholds(actor), myStudents(actor))
  const contact = contacts.find(
    ({ householdId, student, section }) =>
      (input.householdId === null || householdId === input.householdId) &&
      (section?.id ?? null) === input.sectionId &&
      (input.sectionId === null || student?.id === input.studentId),
  )
  const isMine = input.studentId === null || contacts.some(({ student }) => student?.id === input.studentId)
  return contact && isMine ? contact.householdId : null
}

/** The family to which the caller may write for that class or for the office. */
const schoolTarget = async ({ db, actor, input }: Start): Promise<string | null> => {
  if (!(await isWriter(db, writesFor(actor, input.sectionId))))
    throw denied('ROLE_NEEDED', 'You’re not allowed to write for this class or for the office.')
  return findFamily(db, addressableHouseholds(actor), input)
}

export const threadFunctions: Functions<typeof threads> = {
  ...inboxFunctions,

  'messages-contacts': async ({ db, actor }) => listContacts(db, myHouseholds(actor), myStudents(actor)),

  'messages-threads': async ({ db, actor, input }) => {
    const seen = visibleThreads(actor)
    const filter = { search: input.search ?? '', status: input.status }
    const found = await listThreads(db, seen, ownThreads(actor), filter, personOf(actor), readKey(input.after, 2))
    return {
      ...cutPage(found, ({ at, id }) => [at, id]),
      total: await totalOf(found, input.after, () => countThreads(db, seen, filter)),
    }
  },

  'messages-thread': async ({ db, actor, input }) => read(db, actor, input.id),

  'messages-posts': async ({ db, actor, input }) => {
    const seen = visibleThreads(actor)
    const total = await countPosts(db, seen, input.threadId)
    if (total === 0) throw notFound('The conversation')
    const found = await listPosts(db, seen, input.threadId, personOf(actor), readKey(input.after, 2))
    return { ...cutPage(found, ({ at, id }) => [at, id]), total }
  },

  'messages-startThread': async context => {
    const { db, actor, now } = context
    const { side, body, fileIds = [], ...input } = context.input
    if (input.householdId === null && input.studentId === null)
      throw invalid([{ path: 'householdId', message: 'required' }])
    const householdId = await (side === 'family' ? familyTarget(context) : schoolTarget(context))
    if (householdId === null) throw notFound('The class or family')
    const id = await insertThread(db, {
      ...input,
      householdId,
      status: side === 'family' ? 'open' : 'answered',
      createdBy: personOf(actor),
      createdAt: now,
      at: now,
    })
    await say(context, { thread: { id, subject: input.subject }, side, body, fileIds })
    return read(db, actor, id)
  },

  'messages-reply': async context => {
    const { db, actor, input } = context
    const thread = await lockedThread(db, ownThreads(actor), input.threadId)
    const { side } = await read(db, actor, input.threadId)
    if (side === null) throw denied('ROLE_NEEDED', 'Only people who take part in this conversation can write in it.')
    checkMove(thread.status, side === 'family' ? 'open' : 'answered')
    const postId = await say(context, { thread, side, body: input.body, fileIds: input.fileIds ?? [] })
    const posts = await listPosts(db, visibleThreads(actor), input.threadId, personOf(actor), null)
    const post = posts.find(({ id }) => id === postId)
    if (!post) throw notFound('The message')
    return post
  },

  'messages-moveThread': async ({ db, actor, input, touch }) => {
    const thread = await lockedThread(db, schoolThreads(actor), input.id)
    checkMove(thread.status, input.to)
    await setStatus(db, input.id, input.to)
    const told = await listTold(db, input.id, 'school')
    touch(
      ['messages'],
      told.map(({ personId }) => personId),
    )
    return read(db, actor, input.id)
  },
}
