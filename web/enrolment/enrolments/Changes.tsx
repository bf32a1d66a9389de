import { useTranslations } from 'use-intl'
import type { Quote } from '#contract/enrolment/enrolments.ts'
import { Notice } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { useNames } from './chosen.ts'

type ChangesProps = { before: Quote; after: Quote; names: ReturnType<typeof useNames> }

/** The differences between the price that was agreed to and the current one. */
export const Changes = ({ before, after, names }: ChangesProps) => {
  const t = useTranslations('changes')
  const format = useFormat()
  const moved = after.choices.filter(
    choice =>
      before.choices.find(each => each.childKey === choice.childKey && each.sectionId === choice.sectionId)?.outcome !==
      choice.outcome,
  )
  return (
    <Notice alert tone="warn" title={t('title')}>
      <ul className="list-disc ps-5">
        {moved.map(({ childKey, sectionId, outcome }) => (
          <li key={`${childKey} ${sectionId}`}>
            {t(outcome === 'waitlist' ? 'full' : outcome === 'seat' ? 'free' : 'other', {
              section: names.nameOf(sectionId, ''),
              child: names.childOf(childKey, ''),
            })}
          </li>
        ))}
        {before.totalCents !== after.totalCents && (
          <li>{t('total', { before: format.money(before.totalCents), after: format.money(after.totalCents) })}</li>
        )}
      </ul>
    </Notice>
  )
}
