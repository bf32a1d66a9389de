import { FileText } from 'lucide-react'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Input } from '#contract/index.ts'
import { labelKinds, labelSheets, sheetSizes, type LabelKind, type LabelSheet } from '#contract/labels.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { usePeopleExport } from '#web/lists/usePeopleExport.ts'

/** The list, and its filter. */
type Listed =
  | { list: 'students'; filter: Input<'students-select'> }
  | { list: 'families'; filter: Input<'parents-select'> }
type LabelsDialogProps = Listed & {
  /** The selected records; if empty, all that match. */
  chosen: readonly string[]
  onClose: () => void
}

/** Asks for the label sheet, and links to the PDF. */
export const LabelsDialog = ({ chosen, onClose, ...listed }: LabelsDialogProps) => {
  const { list } = listed
  const t = useTranslations('tables.labels')
  const language = useLocale()
  const id = useId()
  const proven = usePeopleExport()
  const [kind, setKind] = useState<LabelKind>('address')
  const [sheet, setSheet] = useState<LabelSheet>(language === 'zh' ? 'a4x21' : 'letter30')
  const [start, setStart] = useState(1)
  const isAll = chosen.length === 0
  const students = useReadLater('students-select', listed.list === 'students' ? listed.filter : {}, {
    enabled: isAll && list === 'students',
  })
  const families = useReadLater('parents-select', listed.list === 'families' ? listed.filter : {}, {
    enabled: isAll && list === 'families',
  })
  const all = list === 'students' ? students : families
  const ids = isAll ? all.data?.map(each => each.id) : chosen
  const { across, down } = sheetSizes[sheet]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={isAll ? t('hintAll') : t('hint', { n: chosen.length })}
      actions={
        <Button type="submit" form={id} variant="primary" icon={FileText} disabled={!ids || ids.length === 0}>
          {t('open')}
        </Button>
      }
    >
      <Failure error={all.error} again={() => void all.refetch()} />
      <form
        id={id}
        method="post"
        action="/files/labels.pdf"
        target="_blank"
        className="grid gap-4"
        onSubmit={event => {
          event.preventDefault()
          const form = event.currentTarget
          proven(() => form.submit())
        }}
      >
        <input type="hidden" name="lang" value={language} />
        <input type="hidden" name="of" value={list} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="sheet" value={sheet} />
        <input type="hidden" name="start" value={start} />
        <input type="hidden" name="ids" value={ids?.join() ?? ''} />
        {list === 'students' && (
          <Field label={t('kind')} group>
            <RadioGroup
              value={kind}
              onChange={setKind}
              options={labelKinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
            />
          </Field>
        )}
        <Field label={t('sheet')} id="label-sheet">
          <Select
            value={sheet}
            onChange={event => {
              const next = labelSheets.find(each => each === event.target.value)
              if (next) setSheet(next)
              setStart(1)
            }}
          >
            {labelSheets.map(each => (
              <option key={each} value={each}>
                {t(`sheets.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('start')} hint={t('startHint')} id="label-start">
          <Select className="w-28" value={String(start)} onChange={event => setStart(Number(event.target.value))}>
            {Array.from({ length: across * down }, (_, at) => (
              <option key={at} value={at + 1}>
                {at + 1}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </Dialog>
  )
}
