import { useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/index.ts'
import { call } from '#web/call.ts'
import { CallError } from '#web/callError.ts'
import { schoolNow } from '#web/school.ts'
import { mayPass, newOperationId } from '#web/wire.ts'
import type { Draft } from './draft.ts'

type Held = Output<'enrolments-hold'>

/** After the last tap: somebody who takes three classes asks once. */
const pauseMs = 400
const againMs = 5000

export type Hold = {
  /** How many seats are held. */
  n: number
  /** When they are given back, by the school's clock. */
  until: string | null
  mayExtend: boolean
  /** The time is over, and nothing has been held since. */
  isLapsed: boolean
  isPending: boolean
  extend: () => void
  again: () => void
  lapse: () => void
}

/**
 * Keeps the seats of the draft held: asks for them when the choices change, not while it `isSettled`. `onAnswer` hears
 * what the school says of each choice, and that the time is over by null.
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
  // What is asked next is about the draft as it is then, and comes after what is on its way.
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
      setHeld(answer)
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
          // Without a hold one can still send what is free; the school may be there again in a moment.
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
      .then(({ expiresAt }) => setHeld(before => before && { ...before, expiresAt, mayExtend: false }))
      .catch((error: unknown) => {
        if (error instanceof CallError && error.reason === 'HOLD_LAPSED') lapse()
      })
      .finally(() => setPending(false))
  }
  return {
    n: held?.choices.filter(choice => choice.isHeld).length ?? 0,
    until: held?.expiresAt ?? null,
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

/** The seconds until an instant of the school's clock, going on by itself; null without one. */
export const useSecondsLeft = (until: string | null): number | null => {
  const left = () =>
    until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - schoolNow().getTime()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const look = () =>
      setSeconds(until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - schoolNow().getTime()) / 1000)))
    look()
    if (until === null) return
    const timer = setInterval(look, 1000)
    // A device that slept looks at the clock at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [until])
  return seconds
}
