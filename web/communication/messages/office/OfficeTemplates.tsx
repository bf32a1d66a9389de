import { Archive, Eye, Plus } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { Template } from '#contract/communication/messages.notices.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { FormProblems } from '#web/records/FormProblems.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { Preview } from '../Preview.tsx'
import { TextFields } from '../TextFields.tsx'
import { useSubject } from '../TwoLanguages.tsx'
import { useExample } from '../useExample.ts'

const blank = { name: '', subject: '', body: '', nativeSubject: '', nativeBody: '' }

const TemplatePanel = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const t = useTranslations('messages.templates')
  const composeText = useTranslations('messages.compose')
  const failure = useFailureText()
  const { name, subject, body, nativeSubject, nativeBody } = template ?? blank
  const [values, alter] = useChanges({ name, subject, body, nativeSubject, nativeBody })
  const [previews, setPreviews] = useState(false)
  const labelOf = (path: string) => (path === 'name' ? t('name') : composeText(path as 'subject'))
  const create = useForm('messages-createTemplate', labelOf)
  const change = useForm('messages-changeTemplate', labelOf)
  const form = template ? change : create
  const archive = useWrite('messages-archiveTemplate')
  const restore = useWrite('messages-restoreTemplate')
  const fail = (error: unknown) => toast(failure(error))
  const bringBack = (id: string, name: string) => restore.send({ id }).then(() => toast(t('restored', { name })), fail)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = ({ name }: Template) => {
      toast(t('saved', { name }))
      onClose()
    }
    if (template) change.send({ id: template.id, ...values }, done)
    else create.send(values, done)
  }
  return (
    <SidePanel
      open
      onClose={onClose}
      title={t(template ? 'edit' : 'add')}
      actions={
        <>
          {template && !template.isArchived && (
            <Button
              variant="quiet"
              icon={Archive}
              pending={archive.isPending}
              onClick={() =>
                void archive.send({ id: template.id }).then(() => {
                  toast(t('archivedToast', { name: template.name }), () => void bringBack(template.id, template.name))
                  onClose()
                }, fail)
              }
            >
              {t('archive')}
            </Button>
          )}
          {template?.isArchived && (
            <Button
              pending={restore.isPending}
              onClick={() => void bringBack(template.id, template.name).then(onClose)}
            >
              {t('restore')}
            </Button>
          )}
          <Button icon={Eye} onClick={() => setPreviews(true)}>
            {composeText('preview')}
          </Button>
          <Button type="submit" form="template" variant="primary" pending={form.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id="template" noValidate onSubmit={submit} className="grid gap-5">
        <FormProblems form={form} />
        <Field label={t('name')} hint={t('nameHint')} required {...form.field('name')}>
          <Input value={values.name} onChange={event => alter({ name: event.target.value })} />
        </Field>
        <TextFields value={values} onChange={alter} field={form.field} stacked />
      </form>
      {previews && <Preview texts={values} onClose={() => setPreviews(false)} />}
    </SidePanel>
  )
}

/** The school's templates: texts with which notices begin. */
export const OfficeTemplates = () => {
  const t = useTranslations('messages.templates')
  const officeText = useTranslations('officeWords')
  const start = useTranslations('messages.start')
  const subject = useSubject()
  const example = useExample()
  const compose = useTranslations('messages.compose')
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const [isArchived, setArchived] = useState(false)
  const pages = usePages('messages-templates', {
    ...(search.search && { search: search.search }),
    ...(isArchived && { isArchived }),
  })
  const { id } = url
  const open = pages.rows?.find(template => template.id === id) ?? null
  const add = () => change({ id: 'new' })
  const languagesOf = (template: Template) =>
    [template.body && 'English', template.nativeBody && '中文'].filter(Boolean).join(' · ') || '–'
  return (
    <>
      <p className="mb-4 max-w-[66ch] text-sm text-ink-2">{t('lead')}</p>
      <div data-noprint className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox search={search} label={t('search')} />
        <Segmented
          label={t('views')}
          options={[
            { value: 'live', label: t('live') },
            { value: 'archived', label: t('archived') },
          ]}
          value={isArchived ? 'archived' : 'live'}
          onChange={view => setArchived(view === 'archived')}
        />
        <Button variant="primary" icon={Plus} className="ms-auto" onClick={add}>
          {t('add')}
        </Button>
      </div>
      {pages.rows?.some(template => example.isExample(subject(template))) && (
        <p className="mb-2 text-sm text-ink-2">{compose('previewHint')}</p>
      )}
      <PagedTable
        pages={pages}
        caption={t('live')}
        skeletonRows={3}
        rowKey={template => template.id}
        rowLabel={template => template.name}
        onOpen={template => change({ id: template.id })}
        openKey={id}
        columns={[
          { key: 'name', header: t('name'), cell: template => template.name },
          { key: 'subject', header: start('subject'), cell: template => example.fillText(subject(template)) },
          { key: 'languages', header: t('languages'), cell: languagesOf },
        ]}
        empty={
          search.search ? (
            <Empty action={<Button onClick={() => search.type('')}>{officeText('clearFilters')}</Button>}>
              {officeText('nothingMatches', { search: search.search })}
            </Empty>
          ) : isArchived ? (
            <Empty>{t('noneArchived')}</Empty>
          ) : (
            <Empty action={<Button onClick={add}>{t('add')}</Button>}>{t('none')}</Empty>
          )
        }
      />
      {(id === 'new' || open) && <TemplatePanel key={id} template={open} onClose={() => change({ id: undefined })} />}
    </>
  )
}
