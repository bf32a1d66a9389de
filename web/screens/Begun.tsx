import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { abandonedViews } from '#contract/enrolment/enrolments.plain.ts'
import type { Input } from '#contract/index.ts'
import { usePages } from '#web/wire/call.ts'
import { useMails } from '#web/wire/mails.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useChosen } from '#web/lists/listParts.tsx'
import { useMay } from '#web/session/may.ts'
import { Name } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { ExportMenu } from '#web/access/views/ExportMenu.tsx'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Textarea } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { phoneHref } from '#web/ui/phoneHref.ts'

const useBegun = (asked: Input<'enrolments-abandoned'>) => usePages('enrolments-abandoned', asked)
type Row = NonNullable<ReturnType<typeof useBegun>['rows']>[number]

const useColumns = (): Column<Row>[] => {
  const t = useTranslations('claiming.begun')
  const format = useFormat()
  return [
    {
      key: 'name',
      header: t('name'),
      cell: row => (
        <span className="grid gap-0.5">
          <span className="font-semibold">{row.name || row.email}</span>
          {row.household && (
            <Link
              to="/adminparent"
              search={{ id: row.household.id }}
              className={`inline-flex min-h-6 items-center text-sm ${textLink}`}
            >
              {t('known', { name: row.household.name })}
            </Link>
          )}
        </span>
      ),
    },
    {
      key: 'contact',
      header: t('contact'),
      cell: row => (
        <span className="grid gap-0.5 break-words">
          <a href={`mailto:${row.email}`} className={`inline-flex min-h-6 items-center ${textLink}`}>
            {row.email}
          </a>
          {row.phone && (
            <a href={phoneHref(row.phone)} className={`inline-flex min-h-6 items-center tabular-nums ${textLink}`}>
              {row.phone}
            </a>
          )}
        </span>
      ),
    },
    {
      key: 'children',
      header: t('children'),
      cell: row => (
        <span className="grid gap-0.5">
          {row.children.map(child => (
            <Name key={`${child.name} ${child.nativeName}`} {...child} />
          ))}
        </span>
      ),
    },
    {
      key: 'at',
      header: t('at'),
      cell: row => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={row.at === 'summary' || row.at === 'classes' ? 'warn' : 'neutral'}>{t(`page.${row.at}`)}</Badge>
          {row.sections.map(section => (
            <span key={section.name} className="text-sm text-ink-2">
              <Name {...section} />
            </span>
          ))}
        </span>
      ),
    },
    { key: 'startedAt', header: t('started'), cell: row => format.instant(row.startedAt, 'day'), hideOnPhone: true },
    {
      key: 'savedAt',
      header: t('saved'),
      cell: row => (
        <span className="grid gap-0.5">
          {format.instant(row.savedAt, 'day')}
          {row.remindedAt !== null && (
            <span className="text-xs text-ink-2">{t('reminded', { day: format.instant(row.remindedAt, 'day') })}</span>
          )}
        </span>
      ),
    },
  ]
}

const Remind = ({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) => {
  const t = useTranslations('claiming.begun')
  const form = useForm('enrolments-remind', () => t('note'))
  const mode = useMails()
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={t('remindTitle', { n: ids.length })}
      description={t(mode === 'kept' ? 'remindTextKept' : 'remindText')}
      form={form}
      verb={t('send', { n: ids.length, mails: mode })}
      onClose={onClose}
      onSubmit={() =>
        form.send({ accountIds: ids, note }, ({ mails, tooSoon }) => {
          toast([t('sent', { n: mails }), tooSoon > 0 && t('tooSoon', { n: tooSoon })].filter(Boolean).join('. '))
          onDone()
        })
      }
    >
      <Field {...form.field('note')} label={t('note')} hint={t('noteHint')} optional>
        <Textarea rows={3} value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

/** Registrations that families have begun and not sent: who, how far, since when, and an email that offers help. */
export default function Begun() {
  const t = useTranslations('claiming.begun')
  const officeText = useTranslations('officeWords')
  const may = useMay()
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const view = abandonedViews.find(each => each === url['of']) ?? 'quiet'
  const asked = { view, ...(search.search && { search: search.search }) }
  const pages = useBegun(asked)
  const columns = useColumns()
  const chosen = useChosen(asked)
  const [isReminding, setReminding] = useState(false)
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      above={
        <BackButton onClick={() => change({ view: undefined, of: undefined, search: undefined })}>
          {t('back')}
        </BackButton>
      }
      actions={
        pages.total !== undefined && pages.total > 0 && <ExportMenu file="begun" query={asked} printed={pages} />
      }
    >
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segmented
          label={t('viewLabel')}
          value={view}
          onChange={next => change({ of: next === 'quiet' ? undefined : next })}
          options={abandonedViews.map(value => ({ value, label: t(`view.${value}`) }))}
        />
        <SearchBox search={search} label={t('search')} />
      </div>
      <PagedTable
        pages={pages}
        caption={t('title')}
        columns={columns}
        rowKey={row => row.accountId}
        rowLabel={row => row.name || row.email}
        {...(may('enrolments-remind') === true && { selection: chosen.selection })}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{officeText('clearFilters')}</Button>}>
              {t('noneFound')}
            </Empty>
          ) : (
            <Empty>{t('none')}</Empty>
          )
        }
      />
      <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
        <BulkAction icon={Mail} onClick={() => setReminding(true)}>
          {t('remind')}
        </BulkAction>
      </BulkBar>
      {isReminding && (
        <Remind
          ids={chosen.ids}
          onClose={() => setReminding(false)}
          onDone={() => {
            setReminding(false)
            chosen.clear()
          }}
        />
      )}
    </Page>
  )
}
