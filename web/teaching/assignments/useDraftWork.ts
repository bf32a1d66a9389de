import { useCallback, useEffect, useRef, useState } from 'react'
import { keepAnswer } from '#web/wire/call.ts'
import { call, newOperationId } from '#web/wire/wire.ts'

type Draft = { text: string; fileIds: string[] }
type Of = { assignmentId: string; studentId: string }
type DraftState = 'idle' | 'saving' | 'saved' | 'unsaved'

const pauseMs = 1200

/**
 * Saves a family's draft on the server a moment after each change, when the page is left, and when a lost connection is
 * back.
 */
export const useDraftWork = ({ assignmentId, studentId }: Of) => {
  const [state, setState] = useState<DraftState>('idle')
  const waiting = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sending = useRef<Promise<void>>(Promise.resolve())

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    const draft = waiting.current
    waiting.current = null
    if (!draft) return sending.current
    setState('saving')
    // One request at a time, or an older draft could arrive last.
    sending.current = sending.current.then(async () => {
      try {
        const answer = await call('assignments-saveDraft', { assignmentId, studentId, ...draft }, newOperationId())
        await keepAnswer('assignments-submission', { assignmentId, studentId }, answer)
        setState(waiting.current ? 'saving' : 'saved')
      } catch {
        waiting.current ??= draft
        setState('unsaved')
      }
    })
    return sending.current
  }, [assignmentId, studentId])

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void flush()
    }
    const goOn = () => void flush()
    document.addEventListener('visibilitychange', leave)
    addEventListener('online', goOn)
    return () => {
      removeEventListener('online', goOn)
      document.removeEventListener('visibilitychange', leave)
      void flush()
    }
  }, [flush])

  return {
    state,
    keep: (draft: Draft) => {
      waiting.current = draft
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void flush(), pauseMs)
    },
    /** Discards a draft that hasn't been sent, since it is about to be turned in, and waits for one in flight. */
    drop: (): Promise<void> => {
      clearTimeout(timer.current)
      waiting.current = null
      return sending.current
    },
  }
}
