import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import type { SeatState } from '#contract/exchange/imports.plain.ts'
import type { SeatRow } from '#contract/exchange/imports.seats.ts'
import type { Output } from '#contract/index.ts'
import { currentTerm, isTermOver } from '#contract/school/terms.plain.ts'
import { useRead, useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Later } from '#web/routing/Later.tsx'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'

type Seats = Output<'imports-seats'>
type Choices = ReadonlyMap<string, string | null | undefined>

const tones: Record<SeatState, Tone> = {
  seat: 'good',
  waitlist: 'info',
  there: 'neutral',
  class: 'warn',
  classes: 'warn',
  student: 'bad',
  students: 'bad',
  age: 'bad',
  closed: 'bad',
  draw: 'bad',
  quote: 'bad',
  skipped: 'neutral',
}
const out = '-'

/** Returns a function that names a class with its day and time, since several may have the same name. */
const useClassName = () => {
  const nameText = useNameText()
  const format = useFormat()
  return (of: Seats['classes'][number]): string =>
    `${nameText(of)} · ${format.weekday(of.weekday)} ${format.time(of.startsAt)}`
}

/** Asks which class rows mean, if that isn't clear; an answer applies to all rows with the same text. */
const Questions = ({
  rows,
  classes,
  choices,
  onChoose,
}: Pick<Seats, 'rows' | 'classes'> & {
  choices: Choices
  onChoose: (wanted: string, to: string | null | undefined) => void
}) => {
  const t = useTranslations('imports')
  const className = useClassName()
  const asked = [
    ...Map.groupBy(
      rows.filter(({ state, wanted }) => state === 'class' || state === 'classes' || choices.has(wanted)),
      ({ wanted }) => wanted,
    ),
  ]
  if (asked.length === 0) return null
  return (
    <section className="grid gap-4" aria-label={t('seats.questions')}>
      <h3 className="font-semibold">{t('seats.questions')}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        {asked.map(([wanted, [first, ...more]]) => {
          const near = first!.suggestions
          const chosen = choices.get(wanted)
          return (
            <Field
              key={wanted}
              label={t('seats.question', { wanted, n: more.length + 1 })}
              hint={t(first!.state === 'classes' ? 'seats.several' : 'seats.unknown')}
            >
              <Select
                value={chosen === undefined ? '' : (chosen ?? out)}
                onChange={({ target: { value } }) =>
                  onChoose(wanted, value === '' ? undefined : value === out ? null : value)
                }
              >
                <option value="">{t('seats.choose')}</option>
                {near.length > 0 && (
                  <optgroup label={t('seats.nearest')}>
                    {near.map(each => (
                      <option key={each.id} value={each.id}>
                        {className(each)}
                      </option>
                    ))}
                  </optgroup>
                )}
                <optgroup label={t('seats.all')}>
                  {classes
                    .filter(each => !near.some(({ id }) => id === each.id))
                    .map(each => (
                      <option key={each.id} value={each.id}>
                        {className(each)}
                      </option>
                    ))}
                </optgroup>
                <option value={out}>{t('seats.out')}</option>
              </Select>
            </Field>
          )
        })}
      </div>
    </section>
  )
}

const Rows = ({ rows }: { rows: readonly SeatRow[] }) => {
  const t = useTranslations('imports')
  const className = useClassName()
  return (
    <Table
      caption={t('seats.caption')}
      rows={rows}
      rowKey={row => `${row.n} ${row.child} ${row.wanted}`}
      rowLabel={row => row.child}
      columns={[
        { key: 'n', header: t('row'), cell: row => <span className="tabular-nums">{row.n}</span> },
        { key: 'child', header: t('seats.student'), cell: row => row.child },
        {
          key: 'class',
          header: t('field.child-class'),
          cell: row => (row.section ? className(row.section) : <span className="text-ink-2">{row.wanted}</span>),
        },
        {
          key: 'what',
          header: t('what'),
          cell: row => <Status tone={tones[row.state]}>{t(`seats.state.${row.state}`)}</Status>,
        },
      ]}
    />
  )
}

/** The states that are done, need nothing or are asked above; all others are left out. */
const settled: readonly SeatState[] = ['seat', 'waitlist', 'there', 'class', 'classes']

/**
 * The students of a sheet and the classes that it names for them: the questions, what would be done, and the button.
 */
export const ImportSeats = ({ run, undo }: { run: Import; undo: (batchId: string) => Promise<void> }) => {
  const t = useTranslations('imports')
  const may = useMay()
  const nameText = useNameText()
  const failureText = useFailureText()
  const open = useRead('terms-list', {}).filter(({ status }) => !isTermOver(status))
  const [asked, setAsked] = useState<string>()
  const term = open.find(({ id }) => id === asked) ?? currentTerm(open)
  const input = { id: run.id, termId: term?.id ?? '' }
  const found = useReadLater('imports-seats', input, { enabled: term !== undefined, withPage: true })
  const choose = useWrite('imports-chooseClass')
  // The latest choice, until the answer includes it.
  const [latest, setLatest] = useState<readonly [string, string | null | undefined] | null>(null)
  const isChoosing = choose.isPending || found.isFetching
  const enrol = useWrite('imports-enrol')
  if (!term) return <Notice>{t('seats.noTerm')}</Notice>
  return (
    <Card title={t('seats.title')}>
      <div className="grid gap-5">
        <p className="max-w-[66ch] text-sm text-ink-2">{t('seats.hint')}</p>
        <Field label={t('seats.term')}>
          <Select className="w-64" value={term.id} onChange={({ target }) => setAsked(target.value)}>
            {open.map(each => (
              <option key={each.id} value={each.id}>
                {nameText(each)}
              </option>
            ))}
          </Select>
        </Field>
        <Later read={found}>
          {({ rows, classes, choices, counts }) => {
            const n = (counts.seat ?? 0) + (counts.waitlist ?? 0)
            const failed = choose.error ?? enrol.error
            const questions = (counts.class ?? 0) + (counts.classes ?? 0)
            return (
              <>
                <Questions
                  rows={rows}
                  classes={classes}
                  choices={
                    new Map([
                      ...choices.map(({ wanted, sectionId }) => [wanted, sectionId] as const),
                      ...(latest && isChoosing ? [latest] : []),
                    ])
                  }
                  onChoose={(wanted, sectionId) => {
                    setLatest([wanted, sectionId])
                    choose.start({ ...input, wanted, ...(sectionId !== undefined && { sectionId }) })
                  }}
                />
                {failed !== null && (
                  <Notice alert tone="danger">
                    {failureText(failed)}
                  </Notice>
                )}
                <p>
                  {t('seats.would', {
                    seats: counts.seat ?? 0,
                    waiting: counts.waitlist ?? 0,
                    out: rows.filter(({ state }) => !settled.includes(state)).length,
                  })}
                </p>
                {may('imports-enrol') === true && (
                  <div>
                    <Button
                      variant="primary"
                      pending={enrol.isPending}
                      // While a new answer is loading, the numbers shown are outdated.
                      disabled={n === 0 || questions > 0 || isChoosing}
                      onClick={() =>
                        enrol.start({ ...input, counts }, ({ batchId, seats, waiting }) =>
                          toast(t('seats.done', { n: seats + waiting }), () => void undo(batchId)),
                        )
                      }
                    >
                      {t('seats.apply', { n })}
                    </Button>
                  </div>
                )}
                <Rows rows={rows} />
              </>
            )
          }}
        </Later>
      </div>
    </Card>
  )
}
