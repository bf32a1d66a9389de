import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ColumnTarget, Import, ImportColumn, ImportField } from '#contract/exchange/imports.ts'
import {
  importFields,
  isNumbered,
  mostOfAKind,
  phoneRegions,
  sheetDelimiters,
  sheetEncodings,
} from '#contract/exchange/imports.plain.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'
import { Status, type Tone } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useLocale } from 'use-intl'
import { useTargetText } from './importText.ts'

const groups = ['child', 'guardian', 'family', 'staff', 'other'] as const
type Group = (typeof groups)[number]
const groupOf = (field: ImportField): Group | null =>
  field === 'ignore' ? null : (groups.find(group => field.startsWith(`${group}-`)) ?? 'other')
const valueOf = ({ field, n }: ColumnTarget): string => `${field}:${n}`
const tones: Record<ImportColumn['by'], Tone> = {
  sure: 'good',
  likely: 'good',
  guess: 'warn',
  none: 'neutral',
  remembered: 'info',
  chosen: 'info',
}

/** The options of a column's content; as many children and guardians as the sheet has, and one more. */
const Targets = ({ columns }: Pick<Import, 'columns'>) => {
  const t = useTranslations('imports')
  const targetText = useTargetText()
  return (
    <>
      <option value="ignore:1">{t('field.ignore')}</option>
      {groups.map(group => {
        const used = Math.max(
          1,
          ...columns.filter(({ target }) => groupOf(target.field) === group).map(({ target }) => target.n),
        )
        const fields = importFields.filter(field => groupOf(field) === group)
        return Array.from({ length: Math.min(mostOfAKind, used + 1) }, (_, index) => index + 1).map(n => {
          const offered = fields.filter(field => n === 1 || isNumbered(field))
          const label = t(`group.${group}`)
          return offered.length === 0 ? null : (
            <optgroup key={`${group}${n}`} label={n === 1 ? label : t('numbered', { what: label, n: String(n) })}>
              {offered.map(field => (
                <option key={field} value={valueOf({ field, n })}>
                  {targetText({ field, n })}
                </option>
              ))}
            </optgroup>
          )
        })
      })}
    </>
  )
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** The way in which the file was read, with other ways to read it. */
const Reading = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const language = useLocale()
  const read = useWrite('imports-read')
  const map = useWrite('imports-map')
  const [row, setRow] = useState(String(run.headerRow))
  const countries = new Intl.DisplayNames([language], { type: 'region' })
  const failure = read.error ?? map.error
  const isPending = read.isPending || map.isPending
  return (
    <Card title={t('fileTitle')} className="mb-6">
      {failure !== null && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(failure)}
        </Notice>
      )}
      <div className="grid items-end gap-x-4 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
        {run.encoding !== null && (
          <Field label={t('encoding')} hint={t('encodingHint')}>
            <Select
              value={run.encoding}
              disabled={isPending}
              onChange={event =>
                read.start({ id: run.id, encoding: event.target.value as (typeof sheetEncodings)[number] })
              }
            >
              {sheetEncodings.map(encoding => (
                <option key={encoding} value={encoding}>
                  {t(`encodings.${encoding}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {run.delimiter !== null && (
          <Field label={t('delimiter')}>
            <Select
              value={run.delimiter}
              disabled={isPending}
              onChange={event =>
                read.start({ id: run.id, delimiter: event.target.value as (typeof sheetDelimiters)[number] })
              }
            >
              {sheetDelimiters.map(delimiter => (
                <option key={delimiter} value={delimiter}>
                  {t(`delimiters.${delimiterNames[delimiter]}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {run.sheets.length > 1 && (
          <Field label={t('sheet')}>
            <Select
              value={run.sheet}
              disabled={isPending}
              onChange={event => read.start({ id: run.id, sheet: event.target.value })}
            >
              {run.sheets.map(sheet => (
                <option key={sheet}>{sheet}</option>
              ))}
            </Select>
          </Field>
        )}
        <Field label={t('dayOrder')}>
          <Select
            value={run.dayOrder ?? 'auto'}
            disabled={isPending}
            onChange={event =>
              map.start({
                id: run.id,
                dayOrder: event.target.value === 'auto' ? null : (event.target.value as 'day-first'),
              })
            }
          >
            {(['auto', 'month-first', 'day-first'] as const).map(order => (
              <option key={order} value={order}>
                {t(`dayOrders.${order}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('region')}>
          <Select
            value={run.region}
            disabled={isPending}
            onChange={event => map.start({ id: run.id, region: event.target.value as (typeof phoneRegions)[number] })}
          >
            {phoneRegions.map(region => (
              <option key={region} value={region}>
                {countries.of(region) ?? region}
              </option>
            ))}
          </Select>
        </Field>
        <form
          className="flex items-end gap-3"
          onSubmit={event => {
            event.preventDefault()
            read.start({ id: run.id, headerRow: Number(row) || 0 })
          }}
        >
          <Field label={t('headerRow')} hint={t('headerRowHint')}>
            <Input
              type="number"
              min={0}
              max={6000}
              inputMode="numeric"
              value={row}
              onChange={event => setRow(event.target.value)}
              className="max-w-24"
            />
          </Field>
          <Button type="submit" pending={read.isPending}>
            {t('readAgain')}
          </Button>
        </form>
      </div>
    </Card>
  )
}

/** The content of each column of a sheet, as recognized and as the office has set it. */
export const ImportColumns = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const map = useWrite('imports-map')
  const named = run.columns.flatMap((column, index) =>
    column.header === '' && column.samples.length === 0
      ? []
      : [{ ...column, index, name: column.header || t('noHeading', { n: String(index + 1) }) }],
  )
  const choose = (at: number, value: string) => {
    const [field, n] = value.split(':')
    const columns = run.columns.map(({ target }, index) =>
      index === at ? { field: field as ImportField, n: Number(n) } : target,
    )
    map.start({ id: run.id, columns })
  }
  return (
    <>
      <Reading key={`${run.headerRow}`} run={run} />
      {map.error !== null && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(map.error)}
        </Notice>
      )}
      <Table
        caption={t('columnsCaption')}
        rows={named}
        rowKey={column => String(column.index)}
        rowLabel={column => column.name}
        columns={[
          {
            key: 'name',
            header: t('column'),
            width: '24%',
            cell: column => <span className="line-clamp-3 break-words">{column.name}</span>,
          },
          {
            key: 'samples',
            header: t('samples'),
            cell: column => <span className="line-clamp-2 text-sm break-words">{column.samples.join(' · ')}</span>,
          },
          {
            key: 'holds',
            header: t('holds'),
            width: '16rem',
            cell: column => (
              <Select
                aria-label={t('holdsOf', { name: column.name })}
                value={valueOf(column.target)}
                disabled={map.isPending}
                onChange={event => choose(column.index, event.target.value)}
              >
                <Targets columns={run.columns} />
              </Select>
            ),
          },
          {
            key: 'by',
            header: <span className="sr-only">{t('state')}</span>,
            cell: column => <Status tone={tones[column.by]}>{t(`by.${column.by}`)}</Status>,
          },
        ]}
      />
    </>
  )
}
