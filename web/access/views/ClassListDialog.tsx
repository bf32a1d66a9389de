import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { classListKinds, type ClassListKind } from '#contract/labels.ts'
import { useReadLater } from '#web/wire/call.ts'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { classListAddress } from './classListAddress.ts'

/** Asks for the classes, and links to the PDF. */
export const ClassListDialog = ({ sectionId, onClose }: { sectionId?: string | undefined; onClose: () => void }) => {
  const t = useTranslations('tables.classLists')
  const language = useLocale()
  const nameText = useNameText()
  const terms = useReadLater('terms-list', {})
  const sections = useReadLater('classes-names', {}).data ?? []
  const [of, setOf] = useState(sectionId === undefined ? null : `section ${sectionId}`)
  const [kind, setKind] = useState<ClassListKind>('list')
  // Newest first: while two terms run, the one that began first.
  const running = terms.data?.findLast(({ status }) => status === 'active') ?? terms.data?.[0]
  const chosen = of ?? (running ? `term ${running.id}` : '')
  const [what = '', id = ''] = chosen.split(' ')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('title')}
      description={t('hint')}
      actions={
        id !== '' && (
          <a
            href={classListAddress(what === 'term' ? { term: id } : { section: id }, kind, language)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('primary')}
          >
            <FileText size={18} aria-hidden />
            {t('open')}
          </a>
        )
      }
    >
      <Later read={terms}>
        {all => (
          <div className="grid gap-4">
            <Field label={t('of')} id="list-of">
              <Select value={chosen} onChange={event => setOf(event.target.value)}>
                {all.map(term => {
                  const classes = sections.filter(each => each.termId === term.id && each.status !== 'cancelled')
                  return classes.length === 0 ? null : (
                    <optgroup key={term.id} label={nameText(term)}>
                      <option value={`term ${term.id}`}>{t('term', { term: nameText(term) })}</option>
                      {classes.map(section => (
                        <option key={section.id} value={`section ${section.id}`}>
                          {nameText(section)}
                        </option>
                      ))}
                    </optgroup>
                  )
                })}
              </Select>
            </Field>
            <Field label={t('kind')} group>
              <RadioGroup
                value={kind}
                onChange={setKind}
                options={classListKinds.map(value => ({ value, label: t(`kinds.${value}`) }))}
              />
            </Field>
          </div>
        )}
      </Later>
    </Dialog>
  )
}
