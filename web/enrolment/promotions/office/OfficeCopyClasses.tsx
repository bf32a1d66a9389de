import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '#contract/index.ts'
import { plannedTerms } from '#contract/school/terms.plain.ts'
import { useRead, useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { Name, useNameText, useTeachersText } from '#web/words/Name.tsx'
import { usualTerms } from '#web/enrolment/promotions/usualTerms.ts'
import { type UndoBatch, useTimeText } from '#web/enrolment/promotions/promotionText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { isDay } from '#web/ui/DateParts.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Status } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { InChinese } from '#web/words/InChinese.tsx'

type Plan = Output<'promotions-copyPlan'>
const isCopied = ({ outcome }: Plan['classes'][number]): boolean => outcome === 'copy'

/** Copies the classes of a term into another or a new one, after a preview. */
export const OfficeCopyClasses = ({ undo, onDone }: { undo: UndoBatch; onDone: () => void }) => {
  const t = useTranslations('promotions.copy')
  const format = useFormat()
  const nameText = useNameText()
  const teachersText = useTeachersText()
  const timeText = useTimeText()
  const [url] = useUrlState()
  const terms = useRead('terms-list', {})
  const usual = usualTerms(terms)
  const into = terms.find(({ id }) => id === url['term']) ?? usual.to
  const [fromTermId, setFrom] = useState(usual.from?.id ?? terms[0]?.id ?? '')
  const [toTermId, setTo] = useState(into?.id ?? '')
  const [made, setMade] = useState({ name: '', nativeName: '', startsOn: '', endsOn: '', closures: true })
  const [options, setOptions] = useState({ teachers: true, rooms: true, fees: true })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const form = useForm('promotions-copyClasses', path => t(path.split('.').at(-1) as 'name'))
  const open = terms.filter(({ id, status }) => id !== fromTermId && plannedTerms.includes(status))
  const isDated = isDay(made.startsOn) && isDay(made.endsOn) && made.startsOn < made.endsOn
  const target = toTermId
    ? { toTermId, newTerm: null }
    : // A preview needs no name yet.
      { toTermId: null, newTerm: { ...made, name: made.name.trim() || '–' } }
  const plan = useReadLater(
    'promotions-copyPlan',
    { fromTermId, ...target },
    { enabled: fromTermId !== '' && (toTermId !== '' || isDated) },
  )
  const copied = plan.data?.classes.filter(isCopied) ?? []
  const chosen = copied.filter(({ id }) => !left.has(id)).map(({ id }) => id)
  const send = () =>
    form.send(
      { fromTermId, toTermId: toTermId || null, newTerm: toTermId ? null : made, sectionIds: chosen, options },
      ({ copied: n, batchId }) => {
        toast(t('done', { n }), batchId ? () => void undo(batchId) : undefined)
        onDone()
      },
    )
  const field = (key: 'name' | 'nativeName' | 'startsOn' | 'endsOn', type: 'text' | 'date', isOptional = false) => (
    <Field label={t(key)} optional={isOptional} required={!isOptional} {...form.field(`newTerm.${key}`)}>
      <Input type={type} value={made[key]} onChange={event => setMade({ ...made, [key]: event.target.value })} />
    </Field>
  )
  return (
    <div className="grid gap-4">
      <Card title={t('title')}>
        <div className="grid gap-4">
          <FormProblems form={form} />
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            <Field label={t('from')}>
              <Select value={fromTermId} onChange={event => setFrom(event.target.value)}>
                {terms.map(term => (
                  <option key={term.id} value={term.id}>
                    {nameText(term)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t('to')} {...form.field('toTermId')}>
              <Select value={toTermId} onChange={event => setTo(event.target.value)}>
                {open.map(term => (
                  <option key={term.id} value={term.id}>
                    {nameText(term)}
                  </option>
                ))}
                <option value="">{t('newTerm')}</option>
              </Select>
            </Field>
            {toTermId === '' && (
              <>
                {field('name', 'text')}
                <InChinese text={made.nativeName}>{field('nativeName', 'text', true)}</InChinese>
                {field('startsOn', 'date')}
                {field('endsOn', 'date')}
                <div className="sm:col-span-2">
                  <Checkbox
                    label={t('closures')}
                    checked={made.closures}
                    onChange={event => setMade({ ...made, closures: event.target.checked })}
                  />
                </div>
              </>
            )}
          </div>
          <Field label={t('what')} group>
            <div className="flex flex-wrap gap-x-6">
              {(['teachers', 'rooms', 'fees'] as const).map(key => (
                <Checkbox
                  key={key}
                  label={t(key)}
                  checked={options[key]}
                  onChange={event => setOptions({ ...options, [key]: event.target.checked })}
                />
              ))}
            </div>
          </Field>
        </div>
      </Card>
      {toTermId === '' && !isDated ? (
        <Empty>{t('choose')}</Empty>
      ) : (
        <Later read={plan}>
          {({ term, classes }) => (
            <>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p role="status" className="text-sm text-ink-2">
                  {t('days', { n: term.sessionCount, from: format.day(term.startsOn), to: format.day(term.endsOn) })} ·{' '}
                  {t('closed', { n: term.closures.length })}
                </p>
                <Button variant="primary" pending={form.isPending} disabled={chosen.length === 0} onClick={send}>
                  {t('do', { n: chosen.length })}
                </Button>
              </div>
              {classes.length > 0 && copied.length === 0 && <Notice tone="good">{t('nothing')}</Notice>}
              <Table
                caption={t('caption')}
                rows={classes}
                rowKey={each => each.id}
                rowLabel={nameText}
                empty={<Empty>{t('none')}</Empty>}
                selection={{
                  selected: new Set(chosen),
                  onChange: next => setLeft(new Set(copied.filter(({ id }) => !next.has(id)).map(({ id }) => id))),
                }}
                columns={[
                  { key: 'class', header: t('class'), cell: each => <Name {...each} /> },
                  { key: 'time', header: t('time'), cell: timeText },
                  { key: 'room', header: t('room'), cell: each => (options.rooms ? each.room : '') },
                  {
                    key: 'teachers',
                    header: t('teachersOf'),
                    cell: each => (options.teachers ? teachersText(each) : ''),
                  },
                  {
                    key: 'fee',
                    header: t('fee'),
                    align: 'end',
                    cell: each => format.money(options.fees ? each.tuitionCents : 0),
                  },
                  {
                    key: 'outcome',
                    header: t('outcome'),
                    cell: each => (
                      <>
                        <Status tone={isCopied(each) ? (left.has(each.id) ? 'neutral' : 'good') : 'neutral'}>
                          {t(`outcomes.${each.outcome}`, { n: each.meetings, day: format.weekday(each.weekday) })}
                        </Status>
                        {each.lost.length > 0 && (
                          <span className="block text-xs text-marigold-ink">
                            {t('lost', { names: format.list(each.lost) })}
                          </span>
                        )}
                      </>
                    ),
                  },
                ]}
              />
            </>
          )}
        </Later>
      )}
    </div>
  )
}
