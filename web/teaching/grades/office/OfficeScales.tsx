import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficeScale } from '#contract/teaching/grades.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Name, useNames } from '#web/words/Name.tsx'
import { OfficeScaleForm } from '#web/teaching/grades/office/OfficeScaleForm.tsx'
import { useStepText } from '#web/teaching/grades/results.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'

type ScaleProps = { scale: OfficeScale; onChange: () => void; onCopy: () => void }

const Steps = ({ scale }: { scale: OfficeScale }) => {
  const t = useTranslations('gradeScales')
  const stepText = useStepText()
  const format = useFormat()
  if (scale.steps.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {scale.steps.map(step => (
        <li key={step.fromPercent} className="flex items-baseline gap-1.5">
          <span className="font-semibold">{stepText(step)}</span>
          <span className="text-ink-2 tabular-nums">
            {step.fromPercent === 0 ? t('below') : t('from', { percent: format.number(step.fromPercent) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

const ScaleRow = ({ scale, onChange, onCopy }: ScaleProps) => {
  const t = useTranslations('gradeScales')
  const failureText = useFailureText()
  const { first: name } = useNames()(scale)
  const archive = useWrite('grades-archiveScale')
  const restore = useWrite('grades-restoreScale')
  const { id } = scale
  const failed = (error: unknown) => toast(failureText(error))
  const bringBack = () => void restore.send({ id }).then(() => toast(t('restoredToast', { name })), failed)
  const putAway = () => void archive.send({ id }).then(() => toast(t('archivedToast', { name }), bringBack), failed)
  return (
    <li className="grid gap-2 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid gap-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">
              <Name {...scale} />
            </span>
            {scale.isDefault && <Badge tone="good">{t('default')}</Badge>}
            {scale.isLocked && <Badge>{t('locked')}</Badge>}
          </span>
          <span className="text-sm text-ink-2">
            {t(`kinds.${scale.kind}`)} · {t('used', { n: scale.sectionCount })}
          </span>
        </div>
        <div className="flex flex-wrap gap-2">
          {scale.archivedAt === null ? (
            <>
              <Button size="small" onClick={onChange} aria-label={t('changeName', { name })}>
                {t('change')}
              </Button>
              <Button size="small" variant="quiet" onClick={onCopy} aria-label={t('copyName', { name })}>
                {t('copy')}
              </Button>
              <Button
                size="small"
                variant="quiet"
                pending={archive.isPending}
                onClick={putAway}
                aria-label={t('archiveName', { name })}
              >
                {t('archive')}
              </Button>
            </>
          ) : (
            <Button
              size="small"
              pending={restore.isPending}
              onClick={bringBack}
              aria-label={t('restoreName', { name })}
            >
              {t('restore')}
            </Button>
          )}
        </div>
      </div>
      <Steps scale={scale} />
    </li>
  )
}

/** The school's grade scales; `id` in the address names the one being changed. */
export const OfficeScales = () => {
  const t = useTranslations('gradeScales')
  const scales = useRead('grades-scales', {})
  const [url, change] = useUrlState()
  const [copied, setCopied] = useState<OfficeScale | null>(null)
  const open = (id?: string) => change({ id })
  const close = () => {
    setCopied(null)
    open()
  }
  const current = scales.filter(({ archivedAt }) => archivedAt === null)
  const archived = scales.filter(({ archivedAt }) => archivedAt !== null)
  const chosen = scales.find(({ id }) => id === url['id'])
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => open('new')}>
      {t('add')}
    </Button>
  )
  const list = (of: readonly OfficeScale[]) => (
    <ul className="-my-4">
      {of.map(scale => (
        <ScaleRow
          key={scale.id}
          scale={scale}
          onChange={() => open(scale.id)}
          onCopy={() => {
            setCopied(scale)
            open('new')
          }}
        />
      ))}
    </ul>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[66ch] text-ink-2">{t('lead')}</p>
        {scales.length > 0 && add}
      </div>
      {scales.length === 0 && <Empty action={add}>{t('empty')}</Empty>}
      {current.length > 0 && <Card>{list(current)}</Card>}
      {archived.length > 0 && <Card title={t('archived')}>{list(archived)}</Card>}
      {url['id'] === 'new' && (
        <OfficeScaleForm key={copied?.id ?? 'new'} scale={null} copyOf={copied} onClose={close} />
      )}
      {chosen && <OfficeScaleForm key={chosen.id} scale={chosen} copyOf={null} onClose={close} />}
    </div>
  )
}
