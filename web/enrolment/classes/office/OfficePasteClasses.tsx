import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { pasteFields, pasteLimits, type PasteField } from '#contract/enrolment/classes.pasting.plain.ts'
import { classBounds } from '#contract/enrolment/classes.bounds.plain.ts'
import type { Term } from '#contract/school/terms.ts'
import { currentTerm, isTermOver } from '#contract/school/terms.plain.ts'
import type { KnownSchool, PlannedRow } from '#rules/pastedClasses/plan.ts'
import { ButtonLink } from '#web/routing/link.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { MoneyInput } from '#web/ui/MoneyInput.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { CallError, useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { currencyDigits } from '#web/words/format.ts'
import { useNameText } from '#web/words/Name.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { OfficePastedRow } from './OfficePastedRow.tsx'
import { type PastedDraft, type PasteRefusal, usePastedDraft } from './pastedDraft.ts'
import { useCountsText } from './pasteText.ts'

type BoxProps = {
  /** True if rows were here a moment ago, so that the box takes the focus. */
  isAgain: boolean
  onRead: (text: string) => PasteRefusal | null
}

/** The box into which the rows of a spreadsheet are pasted. */
const PasteBox = ({ isAgain, onRead }: BoxProps) => {
  const t = useTranslations('pasteClasses')
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<PasteRefusal | null>(null)
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isAgain) box.current?.focus()
  }, [isAgain])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefusal(onRead(text))
  }
  const most = refusal?.reason === 'wide' ? pasteLimits.columns : pasteLimits.rows
  return (
    <form noValidate onSubmit={submit} className="grid max-w-200 gap-4">
      <Field
        label={t('rows')}
        hint={t('rowsHint')}
        error={refusal && t(refusal.reason, { n: String(refusal.n), most: String(most) })}
      >
        <Textarea
          ref={box}
          rows={10}
          value={text}
          spellCheck={false}
          placeholder={t('example')}
          onChange={event => setText(event.target.value)}
          // Each line is a row, so a wrapped line would look like two rows.
          className="w-full overflow-x-auto font-mono text-sm whitespace-pre"
        />
      </Field>
      <div>
        <Button type="submit" variant="primary">
          {t('read')}
        </Button>
      </div>
    </form>
  )
}

/** The field that each column was recognized as, to be changed if wrong. */
const Columns = ({ draft }: { draft: PastedDraft }) => {
  const t = useTranslations('pasteClasses')
  const { columns, rows } = draft.sheet!
  // Columns recognized without a heading need checking, so the list starts open and stays open while they are chosen.
  const [isGuessed] = useState(columns.some(({ by }) => by === 'cells'))
  return (
    <details open={isGuessed} className="rounded-xl border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 text-sm text-ink-2">
        <span className="text-ui font-semibold text-ink">{t('columns')}</span>{' '}
        {columns
          .filter(({ field }) => field !== 'ignore')
          .map(({ field }) => t(`field.${field}`))
          .join(' · ')}
      </summary>
      <div className="border-t border-line p-4">
        <p className="mb-3 text-sm text-ink-2">{t(isGuessed ? 'columnsGuessed' : 'columnsHint')}</p>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {columns.map(({ heading, field }, index) => {
            const name = heading || t('columnNumber', { n: String(index + 1) })
            const sample = rows.map(({ cells }) => cells[index] ?? '').find(Boolean) ?? ''
            return (
              // The order of columns is that of the sheet, which never changes.
              <Field key={`${index} ${heading}`} label={name} hint={sample.slice(0, 60)}>
                <Select
                  value={field}
                  onChange={event => draft.setColumn(index, event.target.value as PasteField)}
                  aria-label={t('holds', { name })}
                >
                  {pasteFields.map(each => (
                    <option key={each} value={each}>
                      {t(`field.${each}`)}
                    </option>
                  ))}
                </Select>
              </Field>
            )
          })}
        </div>
      </div>
    </details>
  )
}

/** Default values for rows that don’t give their own. */
const ForRowsWithout = ({ draft, programmes }: { draft: PastedDraft; programmes: KnownSchool['programmes'] }) => {
  const t = useTranslations('pasteClasses')
  const format = useFormat()
  const { defaults, setDefaults, plan, sheet } = draft
  const lacks = (field: PasteField) =>
    sheet!.rows.some(
      ({ cells, isLeftOut }) =>
        !isLeftOut && !sheet!.columns.some((column, index) => column.field === field && cells[index] !== ''),
    )
  const asks = {
    programme: lacks('programme') && (plan?.rows.some(({ course }) => course?.id === null) ?? false),
    capacity: lacks('capacity'),
    tuition: lacks('fee'),
  }
  if (!asks.programme && !asks.capacity && !asks.tuition) return null
  return (
    <Card title={t('missing')}>
      <div className="grid gap-4 sm:grid-cols-3">
        {asks.programme && (
          <Field label={t('defaults.programme')}>
            <Input
              value={defaults.programme}
              list="pasted-programmes"
              maxLength={200}
              autoComplete="off"
              onChange={event => setDefaults({ programme: event.target.value })}
            />
            <datalist id="pasted-programmes">
              {programmes
                .filter(({ isArchived }) => !isArchived)
                .map(({ id, name }) => (
                  <option key={id} value={name} />
                ))}
            </datalist>
          </Field>
        )}
        {asks.capacity && (
          <Field label={t('defaults.capacity')}>
            <Input
              inputMode="numeric"
              autoComplete="off"
              value={defaults.capacity ?? ''}
              onChange={({ target }) => {
                const n = /^\d{1,4}$/.test(target.value.trim()) ? Number(target.value) : null
                setDefaults({
                  capacity: n !== null && n >= classBounds.capacity.from && n <= classBounds.capacity.to ? n : null,
                })
              }}
            />
          </Field>
        )}
        {asks.tuition && (
          <Field label={t('defaults.tuition')}>
            <MoneyInput
              value={defaults.tuitionCents}
              currency={format.currency}
              onChange={tuitionCents => setDefaults({ tuitionCents })}
            />
          </Field>
        )}
      </div>
    </Card>
  )
}

const isWrong = ({ isLeftOut, problems }: PlannedRow): boolean => !isLeftOut && problems.length > 0

type ReadProps = {
  draft: PastedDraft
  term: Term
  programmes: KnownSchool['programmes']
  onMade: (made: Made) => void
}

/** The rows as they were understood, and the button that creates the classes. */
const ReadRows = ({ draft, term, programmes, onMade }: ReadProps) => {
  const t = useTranslations('pasteClasses')
  const nameText = useNameText()
  const countsText = useCountsText()
  const failureText = useFailureText()
  const paste = useWrite('classes-paste')
  // The rows that were wrong when the filter was set, so that a row stays in view while it is corrected.
  const [only, setOnly] = useState<ReadonlySet<number> | null>(null)
  const section = useRef<HTMLElement>(null)
  const focusRows = () => section.current?.focus({ preventScroll: true })
  useEffect(() => {
    // The button that was pressed is gone.
    focusRows()
    // Keeps elements that receive the focus above the bar at the bottom.
    document.documentElement.style.scrollPaddingBottom = '9rem'
    return () => {
      document.documentElement.style.scrollPaddingBottom = ''
    }
  }, [])
  const plan = draft.plan!
  const { columns, rows } = draft.sheet!
  const fields = columns.map(({ field }) => field)
  const wrong = plan.rows.flatMap((row, index) => (isWrong(row) ? [index] : []))
  const kept = rows.filter(({ isLeftOut }) => !isLeftOut)
  const isFine = wrong.length === 0 && kept.length > 0 && draft.isSettled
  const create = () =>
    paste.start(
      {
        termId: term.id,
        columns: fields,
        rows: kept.map(({ cells }) => [...cells]),
        ...draft.defaults,
        counts: plan.counts,
      },
      ({ ids, batchId, counts }) => onMade({ batchId, n: ids.length, teachers: counts.teachers }),
    )
  const taken =
    paste.error instanceof CallError ? paste.error.fields.find(({ path }) => path.startsWith('teachers.')) : undefined
  const shown = plan.rows.map((row, index) => ({ row, index })).filter(({ index }) => only === null || only.has(index))
  return (
    <div className="grid gap-5">
      <Columns draft={draft} />
      <ForRowsWithout draft={draft} programmes={programmes} />
      <section ref={section} tabIndex={-1} className="grid gap-3" aria-label={t('table')}>
        {wrong.length > 0 && (
          <Notice
            tone="warn"
            title={t('toCorrect', { n: wrong.length })}
            action={
              <Button
                size="small"
                onClick={() => {
                  draft.leaveOut(wrong, true)
                  focusRows()
                }}
              >
                {t('leaveOutAll', { n: wrong.length })}
              </Button>
            }
          />
        )}
        {(wrong.length > 0 || only !== null) && (
          <Checkbox
            label={t('onlyProblems')}
            checked={only !== null}
            onChange={event => setOnly(event.target.checked ? new Set(wrong) : null)}
          />
        )}
        <ol className="overflow-hidden rounded-xl border border-line bg-surface">
          {shown.map(({ row, index }) => (
            <OfficePastedRow
              key={index}
              n={index + 1}
              row={row}
              columns={fields}
              cells={rows[index]?.cells ?? []}
              onCell={(field, text) => draft.setCell(index, field, text)}
              onLeaveOut={isLeftOut => draft.leaveOut([index], isLeftOut)}
            />
          ))}
        </ol>
      </section>
      {paste.error !== null && (
        <Notice alert tone="danger">
          {taken ? t('addressTaken', { email: taken.path.slice('teachers.'.length) }) : failureText(paste.error)}
        </Notice>
      )}
      <div className="sticky bottom-0 z-10 -mx-gutter flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line bg-bg px-gutter py-3">
        <div role="status" className="min-w-0 flex-1 basis-64">
          <p className="font-semibold">
            {kept.length === 0
              ? t('nothingLeft')
              : wrong.length > 0
                ? t('toCorrect', { n: wrong.length })
                : t('creates', { what: countsText(plan.counts), term: nameText(term) })}
          </p>
          <p className="text-sm text-ink-2 max-sm:hidden">{t('createHint')}</p>
        </div>
        <Button variant="primary" wide="phone" disabled={!isFine} pending={paste.isPending} onClick={create}>
          {t('create', { n: plan.counts.classes })}
        </Button>
      </div>
    </div>
  )
}

/** The classes just created, as long as this page knows them. */
export type Made = { batchId: string; n: number; teachers: number }

export type Undoing = { undo: () => void; isPending: boolean; error: unknown }
type PageProps = { next: (term: Term, made: Made | null, undoing: Undoing) => ReactNode }

/** Creates the classes of a term from the rows of a spreadsheet; `next` renders the step after it. */
export const OfficePasteClasses = ({ next }: PageProps) => {
  const t = useTranslations('pasteClasses')
  const nameText = useNameText()
  const format = useFormat()
  const terms = useRead('terms-list', {})
  const parts = useRead('classes-parts', {})
  const all = useRead('classes-list', {})
  const undo = useWrite('batches-undo')
  const batches = useTranslations('batches')
  const failure = useTranslations('failure')
  const may = useMay()
  const [isAgain, setAgain] = useState(false)
  const [url, change] = useUrlState()
  const [made, setMade] = useState<Made | null>(null)
  const open = terms.filter(each => !isTermOver(each.status))
  const term = open.find(each => each.id === url['term']) ?? currentTerm(open)
  const current = parts.programmes.filter(({ isArchived }) => !isArchived)
  const draft = usePastedDraft({ term, parts, all }, currencyDigits(format.currency), {
    programme: current.length === 1 ? current[0]!.name : t('defaults.programmeName'),
    capacity: null,
    tuitionCents: null,
  })
  const toList = (
    <ButtonLink to="/adminclass" search={term ? { term: term.id } : {}}>
      {t('back')}
    </ButtonLink>
  )
  if (may('classes-paste') === false)
    return (
      <Page title={t('open')} actions={toList}>
        <Notice tone="warn">{failure('denied')}</Notice>
      </Page>
    )
  if (!term)
    return (
      <Page title={t('open')} actions={toList}>
        <Empty
          action={
            <ButtonLink to="/adminclass" search={{ tab: 'terms' }} variant="primary">
              {t('toTerm')}
            </ButtonLink>
          }
        >
          {t('noTerm')}
        </Empty>
      </Page>
    )
  const onMade = (done: Made) => {
    draft.finish()
    setMade(done)
    toast(t('created', { n: done.n }))
    change({ do: 'pasted', term: term.id })
  }
  const takeBack = () => {
    if (made)
      undo.start({ id: made.batchId }, () => {
        toast(batches('undone'))
        draft.restore()
        setMade(null)
        change({ do: 'paste' })
      })
  }
  if (url['do'] === 'pasted') return next(term, made, { undo: takeBack, isPending: undo.isPending, error: undo.error })
  return (
    <Page title={t('open')} lead={t('lead')} actions={toList}>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
        <Field label={t('term')}>
          <Select className="w-64" value={term.id} onChange={event => change({ term: event.target.value })}>
            {open.map(each => (
              <option key={each.id} value={each.id}>
                {nameText(each)}
              </option>
            ))}
          </Select>
        </Field>
        {draft.sheet && (
          <Button
            onClick={() => {
              draft.startOver()
              setAgain(true)
            }}
          >
            {t('again')}
          </Button>
        )}
      </div>
      {draft.sheet && draft.plan ? (
        <ReadRows draft={draft} term={term} programmes={parts.programmes} onMade={onMade} />
      ) : (
        <PasteBox isAgain={isAgain} onRead={draft.read} />
      )}
    </Page>
  )
}
