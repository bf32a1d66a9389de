import { type config, largestPicture, mostPictures } from '#contract/school/config.ts'
import type { Language } from '#contract/values.ts'
import { dayIn } from '#rules/calendar.ts'
import { isDuplicate } from '#server/platform/databaseErrors.ts'
import type { Db } from '#server/platform/db.ts'
import { CallError, conflict, denied, invalid, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Functions } from '#server/platform/functions.ts'
import { post } from '#server/platform/mail.ts'
import { type MailServer, problemOf } from '#server/platform/mailServer.ts'
import { isCommonPassword, isOwnWord } from '#server/platform/commonPasswords.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { demoAccounts } from './demoAccounts.ts'
import { testLetter } from './letters.ts'
import { readPicture } from './picture.ts'
import { insertStandardPolicies } from '#server/school/policies/acts.ts'
import {
  dropRemovedPictures,
  insertPicture,
  listPictures,
  lockPictures,
  orderPictures,
  updatePicture,
} from './pictureQueries.ts'
import { keptPictures, shownPictures, visibleSchool, visibleMails } from './policy.ts'
import {
  countLetters,
  countMails,
  findMail,
  findSchool,
  hasMoney,
  insertSchool,
  takeSetUpCode,
  updateSchool,
} from './queries.ts'
import { changeSetting, findSetting, keepSecret, mailPassword, secretEndings } from './acts.ts'
import { sendTest } from './jobs.ts'
import { type EndBadgeSignIns, settingFunctions } from './settingFunctions.ts'
import { hashSetUpCode } from './setUp.ts'

/** The most test emails per hour, so that the school can't be used to flood anyone. */
const testsAnHour = 10

/** Milliseconds in which a removed picture can be restored: a day. */
const undoMs = 24 * 3600_000

/** Operations of the access slices that the school's settings need. */
type Access = {
  /** Creates the first administrator: account, person and role. */
  insertAdministrator(
    db: Db,
    admin: { email: string; name: string; passwordHash: string; language: Language; at: Date },
  ): Promise<void>
  endBadgeSignIns: EndBadgeSignIns
  /** Throws for a caller who did not sign in recently. */
  mustBeRecent(actor: Actor): void
}

const sender = ({ from }: MailServer): string =>
  typeof from === 'string' ? from : from.name === '' ? from.address : `${from.name} <${from.address}>`

export const configFunctions = ({
  insertAdministrator,
  endBadgeSignIns,
  mustBeRecent,
}: Access): Functions<typeof config> => ({
  ...settingFunctions(endBadgeSignIns),

  'config-get': async ({ db, now, settings }) => {
    const school = await findSchool(db, visibleSchool)
    const { list } = await findSetting(db, 'providers')
    return {
      school,
      pictures: await listPictures(db, shownPictures),
      now: now.toISOString(),
      today: dayIn(school?.zone ?? 'UTC', now),
      signIn: await findSetting(db, 'signIn'),
      providers: list.filter(({ isOn }) => isOn).map(({ id, label, nativeLabel }) => ({ id, label, nativeLabel })),
      languages: (await findSetting(db, 'languages')).offered,
      features: (await findSetting(db, 'features')).on,
      isDemo: settings.isDemo,
      mailsLeave: (await settings.mail(db)) !== null,
      demoAccounts: settings.isDemo ? [...demoAccounts] : [],
    }
  },

  'config-setUp': async ({ db, input, actor, now, touch }) => {
    if (await findSchool(db, visibleSchool))
      throw conflict('ALREADY_SET_UP', 'This school is already set up. Sign in instead.')
    if (!(await takeSetUpCode(db, hashSetUpCode(input.code)))) {
      throw denied(
        'SET_UP_CODE_WRONG',
        'This is not the code that Lantern printed when it started. Look at the end of its output.',
      )
    }
    const isFirst = await insertSchool(db, { ...input.school, createdAt: now })
    if (!isFirst) throw conflict('ALREADY_SET_UP', 'This school is already set up. Sign in instead.')
    await insertStandardPolicies(db, now)
    const { email, name, password } = input.admin
    if (
      isCommonPassword(password) ||
      isOwnWord(password, { email, school: [input.school.name, input.school.nativeName] })
    )
      throw invalid([{ path: 'admin.password', message: 'password' }])
    try {
      await insertAdministrator(db, {
        email,
        name,
        passwordHash: await hashPassword(password),
        language: actor.language,
        at: now,
      })
    } catch (error) {
      throw isDuplicate(error) ? invalid([{ path: 'admin.email', message: 'taken' }], 'EMAIL_TAKEN') : error
    }
    touch(['config'])
    return { email }
  },

  'config-change': async ({ db, input, touch }) => {
    const before = await findSchool(db, visibleSchool)
    if (before && before.currency !== input.currency && (await hasMoney(db)))
      throw invalid([{ path: 'currency', message: 'fixed' }])
    const [changed] = await updateSchool(db, input)
    if (!changed) throw notFound('The school')
    touch(['config'])
    return changed
  },

  'config-mail': async ({ db, actor, now, settings }) => {
    const server = await settings.mail(db)
    return {
      mode: server ? 'smtp' : 'kept',
      from: server ? sender(server) : '',
      isFixed: server?.isFixed ?? settings.isDemo,
      settings: await findSetting(db, 'mail'),
      hasPassword: (await secretEndings(db, [mailPassword])).has(mailPassword),
      ...(await countMails(db, visibleMails(actor), new Date(now.getTime() - 7 * 86_400_000))),
    }
  },

  'config-changeMail': async context => {
    const { db, actor, input, settings, touch } = context
    // Emails contain links into accounts, and the server that sends them can read them.
    mustBeRecent(actor)
    if (settings.isDemo || (await settings.mail(db))?.isFixed)
      throw conflict('MAIL_FIXED', 'The settings that Lantern was started with fix how emails are sent.')
    const { mail, password } = input
    const before = await findSetting(db, 'mail')
    const isSame = before.host === mail.host && before.port === mail.port && before.account === mail.account
    const has = (await secretEndings(db, [mailPassword])).has(mailPassword)
    // A password is never sent to a server other than the one it was entered for.
    if (mail.way === 'server' && mail.account !== '' && !password && !(has && isSame))
      throw invalid([{ path: 'password', message: 'empty' }])
    if (mail.way !== 'server' || mail.account === '') await keepSecret(context, mailPassword, null)
    else if (password) await keepSecret(context, mailPassword, password, '')
    await changeSetting(context, 'mail', mail)
    touch(['config'])
    return mail
  },

  'config-testMail': async ({ db, actor, input, settings, enqueue, touch }) => {
    const school = await findSchool(db, visibleSchool)
    const letter = testLetter(input.to, school?.name ?? 'Lantern', actor.language)
    if ((await countLetters(db, letter.subject, new Date(Date.now() - 3_600_000))) >= testsAnHour)
      throw new CallError('resource-exhausted', 'You can send ten test emails an hour. Try again later.', {
        reason: 'BUSY',
      })
    touch(['messages'], [])
    return { mailId: await post({ db, settings, enqueue }, letter, { sending: sendTest }) }
  },

  'config-mailState': async ({ db, actor, input }) => {
    const mail = await findMail(db, visibleMails(actor), input.mailId)
    if (!mail) throw notFound('The email')
    const status = mail.status === 'sending' ? ('queued' as const) : mail.status
    return { ...mail, status, problem: mail.error === null ? null : problemOf(mail.error) }
  },

  'config-addPicture': async ({ db, input: { bytes, ...captions }, now, touch }) => {
    const file = readPicture(Buffer.from(bytes, 'base64'))
    if (!file) throw invalid([{ path: 'bytes', message: 'picture' }], 'NOT_A_PICTURE')
    if (file.bytes.length > largestPicture) throw invalid([{ path: 'bytes', message: 'large' }], 'NOT_A_PICTURE')
    await dropRemovedPictures(db, new Date(now.getTime() - undoMs))
    const others = await lockPictures(db, shownPictures)
    if (others.length >= mostPictures)
      throw conflict('TOO_MANY', 'There is no room for another picture. Remove one first.')
    const position = Math.max(0, ...others.map(each => each.position)) + 1
    const added = await insertPicture(db, { ...file, ...captions, position, createdAt: now })
    touch(['config'])
    return added
  },

  'config-changePicture': async ({ db, input: { id, ...captions }, touch }) => {
    const changed = await updatePicture(db, shownPictures, id, captions)
    if (!changed) throw notFound('The picture')
    touch(['config'])
    return changed
  },

  'config-orderPictures': async ({ db, input, touch }) => {
    await lockPictures(db, shownPictures)
    await orderPictures(db, shownPictures, input.ids)
    touch(['config'])
    return listPictures(db, shownPictures)
  },

  'config-removePicture': async ({ db, input, now, touch }) => {
    if (!(await updatePicture(db, shownPictures, input.id, { removedAt: now }))) throw notFound('The picture')
    touch(['config'])
    return {}
  },

  'config-restorePicture': async ({ db, input, touch }) => {
    const restored = await updatePicture(db, keptPictures, input.id, { removedAt: null })
    if (!restored) throw notFound('The picture')
    touch(['config'])
    return restored
  },
})
