import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import type { StaffRow } from '#contract/exchange/imports.staff.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { outcomeTones, useNoteText } from './importText.ts'

/** The outcome for a person, the record that is meant, and buttons to change the answer. */
const What = ({ id, row }: { id: string; row: StaffRow }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const decide = useWrite('imports-decide')
  const failureText = useFailureText()
  const { outcome, person, answer, n } = row
  const say = (label: string, change: { answer?: 'same' | 'new' | null; isSkipped?: boolean }) => (
    <Button
      size="small"
      aria-label={format.labelled(label, row.name || t('rowN', { n: String(n) }))}
      pending={decide.isPending}
      onClick={() => decide.start({ id, n, ...change })}
    >
      {label}
    </Button>
  )
  const who = person && [person.name, person.nativeName, person.email].filter(Boolean).join(' · ')
  return (
    <div className="grid justify-items-start gap-2">
      <Status tone={outcomeTones[outcome]}>{t(`staff.outcome.${outcome}`)}</Status>
      {outcome === 'doubtful' && <span className="text-sm">{t('staff.isIt', { who: who ?? '' })}</span>}
      {outcome === 'joined' && <span className="text-sm text-ink-2">{who}</span>}
      <div className="flex flex-wrap gap-2">
        {outcome === 'doubtful' && (
          <>
            {say(t('staff.same'), { answer: 'same' })}
            {say(t('staff.other'), { answer: 'new' })}
          </>
        )}
        {answer !== null && outcome !== 'doubtful' && say(t('answerAgain'), { answer: null })}
        {(outcome === 'new' || outcome === 'joined' || outcome === 'doubtful') && say(t('skip'), { isSkipped: true })}
        {outcome === 'skipped' && say(t('unskip'), { isSkipped: false })}
      </div>
      {decide.error !== null && (
        <Notice alert tone="danger">
          {failureText(decide.error)}
        </Notice>
      )}
    </div>
  )
}

const People = ({ id, rows }: { id: string; rows: readonly StaffRow[] }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const noteText = useNoteText()
  return (
    <Table
      caption={t('staff.caption')}
      rows={rows}
      rowKey={row => String(row.n)}
      rowLabel={row => row.name || t('rowN', { n: String(row.n) })}
      columns={[
        { key: 'n', header: t('row'), cell: row => <span className="tabular-nums">{row.n}</span> },
        {
          key: 'name',
          header: t('field.staff-name'),
          cell: row => (
            <>
              <Name name={row.name} nativeName={row.nativeName} />
              <span className="block text-sm text-ink-2 wrap-anywhere">
                {[row.email, row.phone].filter(Boolean).join(' · ')}
              </span>
            </>
          ),
        },
        {
          key: 'role',
          header: t('field.staff-role'),
          cell: row => (
            <>
              {row.role}
              {row.startsOn !== null && (
                <span className="block text-sm text-ink-2">{t('staff.since', { day: format.day(row.startsOn) })}</span>
              )}
            </>
          ),
        },
        { key: 'what', header: t('what'), cell: row => <What id={id} row={row} /> },
        {
          key: 'notes',
          header: t('notes'),
          cell: row => (
            <ul className="grid gap-1 text-sm">
              {[...row.problems, ...row.notes].map(note => (
                <li key={`${note.code} ${note.text}`} className="wrap-anywhere">
                  {noteText(note)}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

/** A draft of a staff list: who would become a teacher, the questions, and the button that applies it. */
export const ImportStaff = ({
  run,
  undo,
  discard,
}: {
  run: Import
  undo: (batchId: string) => Promise<void>
  /** The button that discards the draft. */
  discard: ReactNode
}) => {
  const t = useTranslations('imports')
  const may = useMay()
  const failureText = useFailureText()
  const found = useReadLater('imports-staff', { id: run.id })
  const apply = useWrite('imports-applyStaff')
  return (
    <Later read={found}>
      {({ rows, counts }) => {
        const n = (counts.new ?? 0) + (counts.joined ?? 0)
        const open = counts.doubtful ?? 0
        return (
          <div className="grid gap-5">
            <div className="grid max-w-[66ch] gap-2">
              <p>{t('staff.would', { n })}</p>
              <p className="text-sm text-ink-2">{t('staff.hint')}</p>
            </div>
            {open > 0 && <Notice tone="warn">{t('staff.open', { n: open })}</Notice>}
            {apply.error !== null && (
              <Notice alert tone="danger">
                {failureText(apply.error)}
              </Notice>
            )}
            {may('imports-applyStaff') === true && (
              <div className="flex flex-wrap gap-3">
                <Button
                  variant="primary"
                  pending={apply.isPending}
                  disabled={n === 0 || open > 0}
                  onClick={() =>
                    apply.start({ id: run.id, counts }, ({ batchId, teachers }) =>
                      toast(t('staff.applied', { n: teachers }), () => void undo(batchId)),
                    )
                  }
                >
                  {t('staff.apply', { n })}
                </Button>
                {discard}
              </div>
            )}
            <People id={run.id} rows={rows} />
          </div>
        )
      }}
    </Later>
  )
}
