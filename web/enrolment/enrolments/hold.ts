import { useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/index.ts'
import { call } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { mayPass, newOperationId } from '#web/wire/wire.ts'
import type { Draft } from './draftForm.ts'

type Answer = Output<'enrolments-hold'>
type Held = Answer & { endsAt: number | null }

/** Returns the end of the hold by this device's clock, which may differ from the school's. */
const endOf = ({ expiresAt, now }: Pick<Answer, 'expiresAt' | 'now'>): number | null =>
  expiresAt === null ? null : Date.now() + Date.parse(expiresAt) - Date.parse(now)

/** The pause in milliseconds after the last tap, so that choosing three classes sends one request. */
const pauseMs = 400
const againMs = 5000

export type Hold = {
  /** The number of held seats, in all and in one class. */
  n: number
  inClass: (sectionId: string) => number
  /** The end of the hold, by the school's clock and by this device's. */
  until: string | null
  endsAt: number | null
  mayExtend: boolean
  /** True if the hold has ended and nothing has been held since. */
  isLapsed: boolean
  isPending: boolean
  extend: () => void
  again: () => void
  lapse: () => void
}

/**
 * Holds the seats of the draft: requests them when the choices change, but not while it `isSettled`. `onAnswer`
 * receives the outcome of each choice, or null when the hold has ended.
 */
export const useHold = (
  draft: Draft,
  isSettled: boolean,
  onAnswer: (choices: Held['choices'] | null) => void,
): Hold => {
  const [held, setHeld] = useState<Held | null>(null)
  const [isLapsed, setLapsed] = useState(false)
  const [isPending, setPending] = useState(false)
  const [turn, setTurn] = useState(0)
  // The next request uses the draft as it is then, and is sent after those in flight.
  const latest = useRef({ draft, onAnswer })
  const onWay = useRef<Promise<unknown>>(Promise.resolve())
  const hasAny = useRef(false)
  useEffect(() => {
    latest.current = { draft, onAnswer }
  })
  const asked = draft.termId === null ? null : JSON.stringify([draft.termId, draft.choices])
  const isEmpty = draft.choices.length === 0
  useEffect(() => {
    if (isSettled || asked === null || (isEmpty && !hasAny.current)) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async () => {
      const answer = await call('enrolments-hold', { draft: latest.current.draft }, newOperationId())
      hasAny.current = answer.expiresAt !== null
      if (isOver) return
      setHeld({ ...answer, endsAt: endOf(answer) })
      setLapsed(false)
      setPending(false)
      latest.current.onAnswer(answer.choices)
    }
    const begin = () => {
      onWay.current = onWay.current
        .then(() => (isOver ? undefined : ask()))
        .catch((error: unknown) => {
          if (isOver) return
          setPending(false)
          // Without a hold, the family can still send what is free; the school may be reachable again in a moment.
          if (mayPass(error)) timer = setTimeout(begin, againMs)
        })
    }
    timer = setTimeout(begin, pauseMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, isEmpty, turn, isSettled])

  const lapse = () => {
    hasAny.current = false
    setHeld(null)
    setLapsed(true)
    onAnswer(null)
  }
  const extend = () => {
    setPending(true)
    call('enrolments-extendHold', {}, newOperationId())
      .then(answer => setHeld(before => before && { ...before, ...answer, endsAt: endOf(answer), mayExtend: false }))
      .catch((error: unknown) => {
        if (error instanceof CallError && error.reason === 'HOLD_LAPSED') lapse()
      })
      .finally(() => setPending(false))
  }
  const seats = held?.choices.filter(choice => choice.isHeld) ?? []
  return {
    n: seats.length,
    inClass: sectionId => seats.filter(choice => choice.sectionId === sectionId).length,
    until: held?.expiresAt ?? null,
    endsAt: held?.endsAt ?? null,
    mayExtend: held?.mayExtend ?? false,
    isLapsed,
    isPending,
    extend,
    again: () => {
      setPending(true)
      setTurn(turn + 1)
    },
    lapse,
  }
}

const secondsUntil = (endsAt: number): number => Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))

/** Returns the seconds left until an instant of this device's clock, updated every second; null without an instant. */
export const useSecondsLeft = (endsAt: number | null): number | null => {
  const [seconds, setSeconds] = useState(() => (endsAt === null ? null : secondsUntil(endsAt)))
  useEffect(() => {
    const look = () => setSeconds(endsAt === null ? null : secondsUntil(endsAt))
    look()
    if (endsAt === null) return
    const timer = setInterval(look, 1000)
    // A device that wakes up updates at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return seconds
}
