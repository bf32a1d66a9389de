import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { withPage } from '#web/routing/lazily.tsx'
import { useReadLater } from '#web/wire/call.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import type { Subject } from './EditAnswers.tsx'
import { useFieldText, useFieldValue } from '#web/people/forms/shared/fieldText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { useFormat } from '#web/words/useFormat.ts'

// Most visits only read.
const Edit = withPage(() => import('./EditAnswers.tsx').then(module => module.default))

type OwnAnswersProps = {
  subject: Subject
  /** The subject of the answers, in the reader's language. */
  name: string
  title: string
  /** True within a panel, which has its own headings. */
  isPart?: boolean
  mayChange?: boolean
}

/** The school's own questions and their answers; nothing if there are none. */
export const OwnAnswers = ({ subject, name, title, isPart = false, mayChange = true }: OwnAnswersProps) => {
  const t = useTranslations('ownFields')
  const text = useFieldText()
  const ownValue = useFieldValue()
  const format = useFormat()
  const first = useFirstName()
  const may = useMay()
  const { data: answers } = useReadLater('forms-answers', subject, {
    enabled: may('forms-answers') === true,
    withPage: !isPart,
  })
  const [isOpen, setOpen] = useState(false)
  const [ofClass, setOfClass] = useState<string | null>(null)
  if (answers === undefined || answers.length === 0) return null
  // Answers for a class stay with that registration, unless the office corrects them.
  const asked = new Map(answers.flatMap(({ section }) => (section === null ? [] : [[section.id, section] as const])))
  const classes = isPart && mayChange && may('forms-answer') === true ? [...asked.values()] : []
  const opened = ofClass === null ? undefined : asked.get(ofClass)
  const edit = mayChange && answers.some(({ section }) => section === null) && may('forms-answer') === true && (
    <Button
      size="small"
      {...(!isPart && { variant: 'quiet' as const, className: '-my-2 -me-2' })}
      icon={Pencil}
      aria-label={t('editOf', { name })}
      onClick={() => setOpen(true)}
    >
      {t('edit')}
    </Button>
  )
  const list = (
    <dl className="grid gap-3 text-sm">
      {answers.map(({ field, value, answeredAt, answeredBy, answeredByNativeName, section }) => (
        <div key={`${field.id} ${section?.id ?? ''}`} className="min-w-0">
          <dt className="text-ink-2">
            {text(field).label}
            {section && <span> · {first(section)}</span>}
          </dt>
          <dd className="break-words whitespace-pre-line">
            {ownValue(field, value) || <span className="text-ink-2">{t('unanswered')}</span>}
            {isPart && answeredAt !== null && answeredBy !== '' && (
              <span className="block text-xs text-ink-2">
                {t('answered', {
                  name: first({ name: answeredBy, nativeName: answeredByNativeName }),
                  day: format.instant(answeredAt, 'day'),
                })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <>
      {isPart ? (
        <section>
          <div className="mb-2 flex items-center justify-between gap-3">
            <h3 className="text-base">{title}</h3>
            {edit}
          </div>
          {list}
          {classes.length > 0 && (
            <div className="mt-3 flex flex-wrap gap-2">
              {classes.map(section => (
                <Button key={section.id} size="small" icon={Pencil} onClick={() => setOfClass(section.id)}>
                  {t('editClass', { section: first(section) })}
                </Button>
              ))}
            </div>
          )}
        </section>
      ) : (
        <Card title={title} aside={edit || undefined}>
          {list}
        </Card>
      )}
      {opened && (
        <Suspense>
          <Edit
            subject={subject}
            sectionId={opened.id}
            name={name}
            answers={answers.filter(({ section }) => section?.id === opened.id)}
            onClose={() => setOfClass(null)}
          />
        </Suspense>
      )}
      {isOpen && (
        <Suspense>
          <Edit
            subject={subject}
            name={name}
            answers={answers.filter(({ section }) => section === null)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
