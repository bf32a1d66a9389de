import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSchool } from '#web/wire/school.ts'
import { signOut } from '#web/session/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

const touchedKey = 'lantern_touched'
const warningMs = 60_000
const lookEveryMs = 5_000
const signs = ['pointerdown', 'keydown', 'scroll', 'focus'] as const

const lastTouch = (): number => {
  try {
    return Number(localStorage.getItem(touchedKey) ?? 0)
  } catch {
    return Date.now()
  }
}
const touch = (): void => {
  try {
    localStorage.setItem(touchedKey, String(Date.now()))
  } catch {
    // Without storage the tabs share no clock, so no one is signed out.
  }
}

const Watch = ({ minutes }: { minutes: number }) => {
  const t = useTranslations('schoolRules.idle')
  const [isWarned, setWarned] = useState(false)
  useEffect(() => {
    touch()
    for (const sign of signs) addEventListener(sign, touch, { passive: true })
    // All tabs read the same last touch, so work in one keeps all of them signed in.
    const timer = setInterval(() => {
      const left = lastTouch() + minutes * 60_000 - Date.now()
      setWarned(left <= warningMs)
      if (left <= 0) void signOut()
    }, lookEveryMs)
    return () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, touch)
    }
  }, [minutes])
  const stay = () => {
    touch()
    setWarned(false)
  }
  return (
    <Dialog
      open={isWarned}
      onClose={stay}
      title={t('title')}
      description={t('text')}
      actions={
        <>
          <Button onClick={() => void signOut()}>{t('out')}</Button>
          <Button variant="primary" onClick={stay}>
            {t('stay')}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}

/** Signs staff out after the number of idle minutes that the school has set. */
export default function StaffIdle() {
  const minutes = useSchool()?.signIn.staffIdleMinutes ?? null
  return minutes === null ? null : <Watch minutes={minutes} />
}
