import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { Part } from '#web/records/record.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { AwardForm, type Awarded } from './AwardForm.tsx'
import { useAwardedText, useEnding } from './ending.ts'
import { useWorthText } from './worth.ts'

/** The scholarships that affect a student's prices, their own and the family's, with a button to give another. */
export const StudentAwards = ({ student }: { student: Awarded }) => {
  const t = useTranslations('officePrices.awards')
  const may = useMay()
  const firstName = useFirstName()
  const worth = useWorthText('awards')
  const nameOf = useAwardedText()
  const ending = useEnding()
  const [isGiving, setGiving] = useState(false)
  const mayRead = may('prices-awards') === true
  const asked = student.householdId ? { householdId: student.householdId } : { studentId: student.id }
  const found = useReadLater('prices-awards', asked, { enabled: mayRead })
  if (!mayRead) return null
  return (
    <Part
      title={t('caption')}
      aside={
        may('prices-award') === true && (
          <Button size="small" onClick={() => setGiving(true)}>
            {t('add')}
          </Button>
        )
      }
    >
      <Later read={found}>
        {({ rows }) => {
          const own = rows.filter(({ studentId }) => studentId === null || studentId === student.id)
          return own.length === 0 ? (
            <p className="text-sm text-ink-2">{t('none')}</p>
          ) : (
            <ul className="divide-y divide-line text-sm">
              {own.map(award => (
                <li key={award.id} className="flex items-center justify-between gap-3 py-2">
                  <span>
                    <span className="font-semibold">{worth(award)}</span>{' '}
                    {award.studentId === null && <span className="text-ink-2">({t('family')}) </span>}
                    <span className="block text-ink-2">
                      {award.termId === null
                        ? t('always')
                        : firstName({ name: award.term, nativeName: award.termNativeName })}
                      {' · '}
                      {award.reason}
                    </span>
                  </span>
                  {may('prices-endAward') === true && (
                    <Button size="small" disabled={ending.isPending} onClick={() => ending.set(award, true)}>
                      {t('end')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </Later>
      {isGiving && (
        <AwardForm
          student={student}
          onGiven={award => {
            toast(t('given', { name: nameOf(award) }))
            setGiving(false)
          }}
          onClose={() => setGiving(false)}
        />
      )}
    </Part>
  )
}
