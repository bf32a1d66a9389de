import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FieldAbout } from '#contract/people/forms.ts'
import { fieldAbouts } from '#contract/people/forms.plain.ts'
import type { Output } from '#contract/index.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useMay } from '#web/session/may.ts'
import { useFirstName } from '#web/words/Name.tsx'
import { useFieldText } from '#web/people/forms/shared/fieldText.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { OfficeFieldForm } from './OfficeFieldForm.tsx'

type OfficeField = Output<'forms-fields'>[number]

type RowProps = { field: OfficeField; onUp: (() => void) | null; onDown: (() => void) | null; onChange: () => void }

const FieldRow = ({ field, onUp, onDown, onChange }: RowProps) => {
  const t = useTranslations('schoolRules.fields')
  const failureText = useFailureText()
  const first = useFirstName()
  const may = useMay()
  const terms = useRead('terms-list', {})
  const { label } = useFieldText()(field)
  const { id } = field
  const archive = useWrite('forms-archive')
  const restore = useWrite('forms-restore')
  const failed = (error: unknown) => toast(failureText(error))
  const bringBack = () => void restore.send({ id }).then(() => toast(t('restored', { label })), failed)
  const putAway = () => void archive.send({ id }).then(() => toast(t('archived', { label }), bringBack), failed)
  const term = terms.find(each => each.id === field.termId)
  const mayChange = may('forms-change') === true
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0">
      <div className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          {label}
          {field.isRequired && <Badge tone="info">{t('required')}</Badge>}
          {!field.isAsked && <Badge>{t('officeOnly')}</Badge>}
          {field.teachersSee && <Badge>{t('teachers')}</Badge>}
          {term && <Badge>{first(term)}</Badge>}
        </span>
        <span className="text-sm text-ink-2">
          {t(`kinds.${field.kind}`)} · {t('answers', { n: field.answers })}
        </span>
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2">
          {field.isArchived ? (
            <Button size="small" pending={restore.isPending} onClick={bringBack} aria-label={t('restoreOf', { label })}>
              {t('restore')}
            </Button>
          ) : (
            <>
              {onUp && <IconButton icon={ArrowUp} label={t('up', { label })} onClick={onUp} />}
              {onDown && <IconButton icon={ArrowDown} label={t('down', { label })} onClick={onDown} />}
              <Button size="small" onClick={onChange} aria-label={t('changeOf', { label })}>
                {t('change')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                pending={archive.isPending}
                onClick={putAway}
                aria-label={t('archiveOf', { label })}
              >
                {t('archive')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  )
}

/** The school's own questions, grouped by subject; `id` in the address names the one being changed. */
export const OfficeFields = () => {
  const t = useTranslations('schoolRules.fields')
  const failureText = useFailureText()
  const may = useMay()
  const fields = useRead('forms-fields', {})
  const order = useWrite('forms-order')
  const [url, change] = useUrlState()
  const open = fields.find(({ id }) => id === url['id'])
  const add = may('forms-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
      {t('add')}
    </Button>
  )
  const move = (of: readonly OfficeField[], from: number, to: number) => {
    const ids = of.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved) ids.splice(to, 0, moved)
    order.send({ ids }).catch((error: unknown) => toast(failureText(error)))
  }
  const current = (about: FieldAbout) => fields.filter(field => field.about === about && !field.isArchived)
  const archived = fields.filter(({ isArchived }) => isArchived)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[66ch] text-ink-2">{t('lead')}</p>
        {fields.length > 0 && add}
      </div>
      {fields.length === 0 && <Empty action={add || undefined}>{t('empty')}</Empty>}
      {fieldAbouts.map(about => {
        const list = current(about)
        return list.length === 0 ? null : (
          <Card key={about} title={t(`about.${about}`)}>
            <ul className="-my-4">
              {list.map((field, index) => (
                <FieldRow
                  key={field.id}
                  field={field}
                  onUp={index === 0 ? null : () => move(list, index, index - 1)}
                  onDown={index === list.length - 1 ? null : () => move(list, index, index + 1)}
                  onChange={() => change({ id: field.id })}
                />
              ))}
            </ul>
          </Card>
        )
      })}
      {archived.length > 0 && (
        <Card title={t('archivedTitle')}>
          <ul className="-my-4">
            {archived.map(field => (
              <FieldRow key={field.id} field={field} onUp={null} onDown={null} onChange={() => undefined} />
            ))}
          </ul>
        </Card>
      )}
      {(url['id'] === 'new' || open) && (
        <OfficeFieldForm key={open?.id ?? 'new'} field={open ?? null} onClose={() => change({ id: undefined })} />
      )}
    </div>
  )
}
