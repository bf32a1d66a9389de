import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Archived } from '#contract/archive.ts'
import { useWrite } from '#web/call.ts'
import { useFailureText } from '#web/failureText.ts'
import { useNameText } from '#web/Name.tsx'
import { toast } from '#web/ui/Toast.tsx'

const touched = {
  students: ['parents'],
  teachers: ['classes', 'users'],
  parents: ['students'],
} as const

/** Archives records at once, with a way back; whoever must stay is named with the reason. */
export const useArchiving = (of: keyof typeof touched) => {
  const t = useTranslations('people')
  const reasons = useTranslations('reason')
  const failureText = useFailureText()
  const nameText = useNameText()
  const archive = useWrite(`${of}-archive`, touched[of])
  const restore = useWrite(`${of}-restore`, touched[of])
  const [kept, setKept] = useState<Archived['kept']>([])
  const [error, setError] = useState<unknown>(null)

  const bringBack = async (ids: readonly string[], isUndo: boolean): Promise<void> => {
    setError(null)
    try {
      const { restored } = await restore.send({ ids: [...ids] })
      toast(t('restored', { n: restored.length }), isUndo ? undefined : () => void putAway(restored))
    } catch (failure) {
      setError(failure)
    }
  }
  const putAway = async (ids: readonly string[], then?: () => void): Promise<void> => {
    setError(null)
    setKept([])
    try {
      const done = await archive.send({ ids: [...ids] })
      setKept(done.kept)
      toast(t('archived', { n: done.archived.length }), () => void bringBack(done.archived, true))
      then?.()
    } catch (failure) {
      setError(failure)
    }
  }
  return {
    archive: (ids: readonly string[], then?: () => void): void => void putAway(ids, then),
    restore: (ids: readonly string[]): void => void bringBack(ids, false),
    isPending: archive.isPending || restore.isPending,
    /** Who stays and why, or what went wrong, a sentence each. */
    problems: [
      ...(error === null ? [] : [failureText(error)]),
      ...kept.map(each => `${nameText(each)}: ${reasons(each.reason)}`),
    ],
    forget: () => {
      setKept([])
      setError(null)
    },
  }
}
