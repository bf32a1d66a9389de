import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { schoolNow } from '#web/wire/school.ts'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'

/** The longest delay of a timer, in milliseconds; a longer one would fire at once. */
const longestWaitMs = 2_147_483_647

type EarlyNoticeProps = {
  opens: Quote['opens']
  /** Called when registration opens. */
  onOpen: () => void
}

/** When registration opens for the family; nothing once it has. */
export const EarlyNotice = ({ opens, onOpen }: EarlyNoticeProps) => {
  const t = useTranslations('windows.family')
  const format = useFormat()
  const opensAt = opens?.opensAt
  const open = useRef(onOpen)
  useEffect(() => {
    open.current = onOpen
  })
  useEffect(() => {
    if (!opensAt) return
    const left = Date.parse(opensAt) - schoolNow().getTime()
    const timer = setTimeout(() => open.current(), Math.min(Math.max(left, 0) + 1000, longestWaitMs))
    return () => clearTimeout(timer)
  }, [opensAt])
  if (!opens) return null
  return (
    <Notice title={t('notice', { day: format.day(opens.onDay, 'long'), time: format.time(opens.time) })}>
      {format.sentences([t(`why.${opens.audience}`), t('noticeMore')])}
    </Notice>
  )
}
