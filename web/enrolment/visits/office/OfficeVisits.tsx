import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Visit } from '#contract/enrolment/visits.ts'
import { visitMoves } from '#contract/enrolment/visits.plain.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { Named, useFirstName, useNameText } from '#web/words/Name.tsx'
import { useMay } from '#web/session/may.ts'
import { CancelVisit } from '#web/enrolment/visits/CancelVisit.tsx'
import { Convert } from '#web/enrolment/visits/Convert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Badge, Chip, type Tone } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

const tones: Record<Visit['status'], Tone> = {
  asked: 'warn',
  approved: 'good',
  declined: 'neutral',
  cancelled: 'neutral',
  converted: 'info',
}

type ActionsProps = { visit: Visit; onConvert: () => void; onCancel: () => void }
const Actions = ({ visit, onConvert, onCancel }: ActionsProps) => {
  const t = useTranslations('guests')
  const firstName = useFirstName()
  const may = useMay()
  const name = firstName({ name: visit.student, nativeName: visit.studentNativeName })
  const section = firstName({ name: visit.section, nativeName: visit.nativeName })
  if (may('visits-cancel') !== true) return null
  const moves = visitMoves[visit.status]
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {visit.mayConvert && moves.includes('converted') && (
        <Button size="small" aria-label={t('enrolOf', { name, section })} onClick={onConvert}>
          {t('enrol')}
        </Button>
      )}
      {visit.mayCancel && moves.includes('cancelled') && (
        <Button size="small" variant="quiet" aria-label={t('cancelOf', { name })} onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </span>
  )
}

/** Asks the office before it cancels a visit, with what the family is told and what happens to its charge. */
const Canceling = ({ visit, onClose }: { visit: Visit; onClose: () => void }) => {
  const t = useTranslations('guests')
  const format = useFormat()
  const failure = useFailureText()
  const firstName = useFirstName()
  const mails = useMails()
  const cancel = useWrite('visits-cancel')
  return (
    <CancelVisit
      visit={visit}
      description={t(visit.status === 'approved' && visit.priceCents > 0 ? 'cancelCharged' : 'cancelFree', {
        section: firstName({ name: visit.section, nativeName: visit.nativeName }),
        day: format.day(visit.onDay, 'weekday'),
        price: format.money(visit.priceCents),
        mails,
      })}
      isPending={cancel.isPending}
      onCancel={() =>
        void cancel
          .send({ id: visit.id })
          .then(() => toast(t('cancelled')))
          .catch((error: unknown) => toast(failure(error)))
          .finally(onClose)
      }
      onClose={onClose}
    />
  )
}

/** Trial and drop-in guests: those to come, and those who were here and may stay. */
export const OfficeVisits = () => {
  const t = useTranslations('guests')
  const kinds = useTranslations('applications')
  const format = useFormat()
  const nameText = useNameText()
  const [url, change] = useUrlState()
  const when = url['when'] === 'past' ? 'past' : 'coming'
  const pages = usePages('visits-list', { when })
  const [convertId, setConvert] = useState<string | null>(null)
  const [cancelId, setCancel] = useState<string | null>(null)
  const canceling = pages.rows?.find(({ id }) => id === cancelId)
  const converting = pages.rows?.find(({ id }) => id === convertId)
  return (
    <div className="grid gap-4">
      <div>
        <Segmented
          label={t('when')}
          value={when}
          onChange={value => change({ when: value === 'past' ? 'past' : undefined })}
          options={[
            { value: 'coming', label: t('coming') },
            { value: 'past', label: t('past') },
          ]}
        />
      </div>
      <PagedTable
        pages={pages}
        caption={t(when)}
        rowKey={row => row.id}
        rowLabel={row => nameText({ name: row.student, nativeName: row.studentNativeName })}
        empty={<Empty>{t(when === 'past' ? 'nonePast' : 'noneComing')}</Empty>}
        phone="cards"
        columns={[
          {
            key: 'student',
            header: t('columns.student'),
            cell: row => (
              <Link to="/adminstudent" search={{ id: row.studentId }} className={textLink}>
                <Named names={{ name: row.student, nativeName: row.studentNativeName }} />
              </Link>
            ),
          },
          {
            key: 'section',
            header: t('columns.section'),
            cell: row => (
              <Chip crayon={row.crayon}>
                <Named names={{ name: row.section, nativeName: row.nativeName }} quiet="" />
              </Chip>
            ),
          },
          { key: 'day', header: t('columns.day'), cell: row => format.day(row.onDay, 'weekday') },
          { key: 'kind', header: t('columns.kind'), cell: row => kinds(`kinds.${row.kind}`) },
          {
            key: 'status',
            header: t('columns.status'),
            cell: row => (
              <Badge tone={row.code === 'absent' ? 'bad' : tones[row.status]}>
                {row.status === 'approved' && row.code ? t(`was.${row.code}`) : t(`status.${row.status}`)}
              </Badge>
            ),
          },
          {
            key: 'price',
            header: t('columns.price'),
            align: 'end',
            cell: row => (row.priceCents === 0 ? kinds('free') : format.money(row.priceCents)),
          },
          {
            key: 'actions',
            header: <span className="sr-only">{t('columns.actions')}</span>,
            align: 'end',
            cell: row => (
              <Actions visit={row} onConvert={() => setConvert(row.id)} onCancel={() => setCancel(row.id)} />
            ),
          },
        ]}
      />
      {canceling && <Canceling visit={canceling} onClose={() => setCancel(null)} />}
      {converting && <Convert visit={converting} onClose={() => setConvert(null)} />}
    </div>
  )
}
