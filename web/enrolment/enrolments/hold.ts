import { useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/index.ts'
import { call } from '#web/wire/call.ts'
import { CallError } from '#web/wire/callError.ts'
import { mayPass, newOperationId } from '#web/wire/wire.ts'
import type { Draft } from './draftForm.ts'

type Answer = Output<'enrolments-hold'>
type Held = Answer & { endsAt: number | null }

/** The instant of this device's clock at which it is over, which may tell another time than the school's. */
const endOf = ({ expiresAt, now }: Pick<Answer, 'expiresAt' | 'now'>): number | null =>
  expiresAt === null ? null : Date.now() + Date.parse(expiresAt) - Date.parse(now)

/** After the last tap: somebody who takes three classes asks once. */
const pauseMs = 400
const againMs = 5000

export type Hold = {
  /** How many seats are held, and how many of them in a class. */
  n: number
  inClass: (sectionId: string) => number
  /** When they are given back, by the school's clock and by this device's. */
  until: string | null
  endsAt: number | null
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

/** The seconds until an instant of this device's clock, going on by themselves; null without one. */
export const useSecondsLeft = (endsAt: number | null): number | null => {
  const [seconds, setSeconds] = useState(() => (endsAt === null ? null : secondsUntil(endsAt)))
  useEffect(() => {
    const look = () => setSeconds(endsAt === null ? null : secondsUntil(endsAt))
    look()
    if (endsAt === null) return
    const timer = setInterval(look, 1000)
    // A device that slept looks at the clock at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [endsAt])
  return seconds
}
