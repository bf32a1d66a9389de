import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Archived } from '#contract/archive.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUndoBatch } from '#web/lists/useUndoBatch.ts'
import { toast } from '#web/ui/Toast.tsx'

/** Shows a toast about a bulk change, with undo. */
export const useDone = () => {
  const undo = useUndoBatch()
  return (text: string, batchId: string | null): void =>
    toast(text, batchId === null ? undefined : () => void undo(batchId))
}

/** Archives records at once, with undo; those that must stay are listed with the reason. */
export const useArchiving = (of: 'students' | 'teachers' | 'parents') => {
  const t = useTranslations('people')
  const reasons = useTranslations('reason')
  const failureText = useFailureText()
  const nameText = useNameText()
  const format = useFormat()
  const done = useDone()
  const archive = useWrite(`${of}-archive`)
  const restore = useWrite(`${of}-restore`)
  const [kept, setKept] = useState<Archived['kept']>([])
  const [error, setError] = useState<unknown>(null)

  const bringBack = async (ids: readonly string[]): Promise<void> => {
    setError(null)
    try {
      const { restored, batchId } = await restore.send({ ids: [...ids] })
      done(t('restored', { n: restored.length }), batchId)
    } catch (failure) {
      setError(failure)
    }
  }
  const putAway = async (ids: readonly string[], then?: () => void): Promise<void> => {
    setError(null)
    setKept([])
    try {
      const answer = await archive.send({ ids: [...ids] })
      setKept(answer.kept)
      done(t('archived', { n: answer.archived.length }), answer.batchId)
      then?.()
    } catch (failure) {
      setError(failure)
    }
  }
  return {
    archive: (ids: readonly string[], then?: () => void): void => void putAway(ids, then),
    restore: (ids: readonly string[]): void => void bringBack(ids),
    isPending: archive.isPending || restore.isPending,
    /** One sentence for each record that stays, with the reason, or for the failure. */
    problems: [
      ...(error === null ? [] : [failureText(error)]),
      ...kept.map(each => format.labelled(nameText(each), reasons(each.reason))),
    ],
    forget: () => {
      setKept([])
      setError(null)
    },
  }
}
