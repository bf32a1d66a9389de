import { type JobName, type JobProblem, jobNames, type jobs, sendingDays } from '#contract/school/jobs.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Functions } from '#server/platform/functions.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sendAgain } from '#server/platform/mail.ts'
import { problemOf as mailProblemOf } from '#server/platform/mailServer.ts'
import { visibleMails } from '#server/school/config/policy.ts'
import { takeFailure } from './acts.ts'
import { visibleJobs } from './policy.ts'
import { countFailedMails, countFailures, listFailedMails, listFailures, listSendings } from './queries.ts'

const listedSince = (now: Date): Date => new Date(now.getTime() - sendingDays * 86_400_000)

const problems: readonly (readonly [JobProblem, RegExp])[] = [
  ['ended', /^ENDED/],
  ['database', /Connection terminated|timeout exceeded when trying to connect|^(?:57P0|08|53|55P03)|statement timeout/],
  ['network', /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|fetch failed|ESOCKET/],
]
const problemOf = (error: string): JobProblem => problems.find(([, pattern]) => pattern.test(error))?.[0] ?? 'other'
const isKnown = (name: string): name is JobName => (jobNames as readonly string[]).includes(name)

/** `jobOf` returns the job with a name. */
export const jobFunctions = (jobOf: (name: string) => Job<never> | undefined): Functions<typeof jobs> => ({
  'jobs-status': async ({ db, actor, now }) => {
    const [seen, seenMails, since] = [visibleJobs(actor), visibleMails(actor), listedSince(now)]
    const [failures, nFailures, mails, nMails, sendings] = await Promise.all([
      listFailures(db, seen),
      countFailures(db, seen),
      listFailedMails(db, seenMails, since),
      countFailedMails(db, seenMails, since),
      listSendings(db, seen, since),
    ])
    return {
      failures: failures.flatMap(({ name, at, ...each }) =>
        isKnown(name) ? [{ ...each, name, problem: problemOf(each.error), at: at.toISOString() }] : [],
      ),
      nFailures,
      mails: mails.map(({ error, at, ...each }) => ({
        ...each,
        error: error ?? '',
        problem: mailProblemOf(error ?? ''),
        at: at.toISOString(),
      })),
      nMails,
      sendings,
    }
  },

  'jobs-retry': async ({ db, actor, input, enqueue, touch }) => {
    const failure = await takeFailure(db, visibleJobs(actor), input.id)
    const job = failure && jobOf(failure.name)
    if (!job) throw notFound('The job')
    await enqueue(job, failure.data as never)
    touch(['jobs', 'dashboard'], [])
    return {}
  },

  'jobs-resend': async ({ db, input, now, settings, enqueue, touch }) => {
    const ids = input.id === undefined ? 'all' : [input.id]
    const mails = await sendAgain({ db, settings, enqueue }, ids, listedSince(now))
    if (mails === 0 && ids !== 'all') throw notFound('This email')
    touch(['jobs', 'messages', 'dashboard'], [])
    return { mails }
  },
})
