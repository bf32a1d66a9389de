import type { Job } from '#server/platform/jobs.ts'
import { postAll } from '#server/platform/mail.ts'
import { writeWith } from '#server/platform/writing.ts'
import { letterhead } from '#server/school/config/tables.ts'
import { tellDevices } from '#server/access/push/acts.ts'
import { calledOffLetter } from './letters.ts'
import { listConcerned, takeUntold } from './tellingQueries.ts'

/**
 * Writes to families and teachers, and notifies their devices, that lessons are canceled or take place after all. No
 * one is told twice, nor about a cancellation that was undone before anyone was told. The notice is urgent, so it
 * ignores email preferences.
 */
export const tellCancellation: Job<{ cancellationId: string; isRestored: boolean }> = {
  name: 'cancellations-tell',
  run: ({ cancellationId, isRestored }, tools) =>
    writeWith(tools, async context => {
      const { db, settings } = context
      const off = await takeUntold(db, cancellationId, isRestored)
      if (!off) return
      const school = await letterhead(db)
      const about = { ...off, isRestored, school, currency: school.currency }
      const concerned = await listConcerned(db, cancellationId)
      await postAll(
        context,
        concerned
          .filter(({ email }) => email !== '')
          .map(to => calledOffLetter(about, to, `${settings.publicUrl}/dashboard/`)),
      )
      await tellDevices(context, {
        kind: isRestored ? 'on-again' : 'called-off',
        isUrgent: true,
        to: concerned.map(({ personId }) => ({ personId, about: cancellationId, path: '/dashboard/' })),
      })
    }),
}
