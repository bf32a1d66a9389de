import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficePolicy } from '#contract/school/policies.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Textarea } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { InChinese, useOffersChinese } from '#web/words/InChinese.tsx'
import { OfficePolicyPanel } from './OfficePolicyPanel.tsx'

const useTitle = () => {
  const first = useFirstName()
  return ({ title, nativeTitle }: Pick<OfficePolicy, 'title' | 'nativeTitle'>): string =>
    first({ name: title, nativeName: nativeTitle })
}

const AddPolicy = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslations('schoolRules.policies')
  const [typed, setTyped] = useState({ title: '', nativeTitle: '', text: '', nativeText: '' })
  const [answer, setAnswer] = useState<'agree' | 'choice'>('agree')
  const form = useForm('policies-create', path => (path === 'answer' ? t('answer') : t(path as 'title')))
  const bind = (key: keyof typeof typed) => ({
    value: typed[key],
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [key]: event.target.value }),
  })
  return (
    <FormDialog
      title={t('addTitle')}
      verb={t('publishVerb', { number: '1' })}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ ...typed, answer }, () => {
          toast(t('added', { title: typed.title }))
          onClose()
        })
      }
    >
      <Field label={t('title')} required {...form.field('title')}>
        <Input {...bind('title')} />
      </Field>
      <InChinese text={typed.nativeTitle}>
        <Field label={t('nativeTitle')} optional {...form.field('nativeTitle')}>
          <Input lang="zh" {...bind('nativeTitle')} />
        </Field>
      </InChinese>
      <Field group label={t('answer')} {...form.field('answer')}>
        <RadioGroup
          options={(['agree', 'choice'] as const).map(value => ({ value, label: t(`answers.${value}`) }))}
          value={answer}
          onChange={setAnswer}
        />
      </Field>
      <Field label={t('text')} hint={t('textHint')} {...form.field('text')}>
        <Textarea rows={6} {...bind('text')} />
      </Field>
      <InChinese text={typed.nativeText}>
        <Field label={t('nativeText')} optional {...form.field('nativeText')}>
          <Textarea rows={4} lang="zh" {...bind('nativeText')} />
        </Field>
      </InChinese>
    </FormDialog>
  )
}

const PolicyRow = ({ policy, onOpen }: { policy: OfficePolicy; onOpen: () => void }) => {
  const t = useTranslations('schoolRules.policies')
  const format = useFormat()
  const failureText = useFailureText()
  const may = useMay()
  const title = useTitle()(policy)
  const offersChinese = useOffersChinese()
  const { kind } = policy
  const archive = useWrite('policies-archive')
  const restore = useWrite('policies-restore')
  const failed = (error: unknown) => toast(failureText(error))
  const bringBack = () => void restore.send({ kind }).then(() => toast(t('restored', { title })), failed)
  const putAway = () => void archive.send({ kind }).then(() => toast(t('archived', { title }), bringBack), failed)
  const [newest] = policy.versions
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line py-4 last:border-0">
      <div className="grid gap-1">
        <span className="flex flex-wrap items-center gap-2 font-semibold">
          <Name name={policy.title} nativeName={offersChinese ? policy.nativeTitle : ''} />
          {!policy.isArchived &&
            (policy.missing === 0 && policy.signed > 0 ? (
              <Badge tone="good">{t('all')}</Badge>
            ) : (
              policy.missing > 0 && <Badge tone="warn">{t('missing', { n: policy.missing })}</Badge>
            ))}
        </span>
        <span className="text-sm text-ink-2">
          {[
            newest && t('version', { number: String(newest.number), day: format.instant(newest.publishedAt, 'day') }),
            t('signed', { n: policy.signed }),
            t(`answers.${policy.answer}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        {policy.isArchived ? (
          may('policies-restore') === true && (
            <Button size="small" pending={restore.isPending} onClick={bringBack} aria-label={t('restoreOf', { title })}>
              {t('restore')}
            </Button>
          )
        ) : (
          <>
            <Button size="small" onClick={onOpen} aria-label={t('openOf', { title })}>
              {t('open')}
            </Button>
            {may('policies-archive') === true && (
              <Button
                size="small"
                variant="quiet"
                pending={archive.isPending}
                onClick={putAway}
                aria-label={t('archiveOf', { title })}
              >
                {t('archive')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  )
}

/** The policies that families sign, with the number of signatures; `id` in the address names the open one. */
export const OfficePolicies = () => {
  const t = useTranslations('schoolRules.policies')
  const may = useMay()
  const policies = useRead('policies-list', {})
  const [url, change] = useUrlState()
  const current = policies.filter(({ isArchived }) => !isArchived)
  const archived = policies.filter(({ isArchived }) => isArchived)
  const open = current.find(({ kind }) => kind === url['id'])
  const add = may('policies-create') === true && (
    <Button variant="primary" icon={Plus} onClick={() => change({ id: 'new' })}>
      {t('add')}
    </Button>
  )
  const list = (of: readonly OfficePolicy[]) => (
    <ul className="-my-4">
      {of.map(policy => (
        <PolicyRow key={policy.kind} policy={policy} onOpen={() => change({ id: policy.kind })} />
      ))}
    </ul>
  )
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[66ch] text-ink-2">{t('lead')}</p>
        {add}
      </div>
      {current.length > 0 ? <Card>{list(current)}</Card> : <Empty action={add || undefined}>{t('lead')}</Empty>}
      {archived.length > 0 && <Card title={t('archivedTitle')}>{list(archived)}</Card>}
      {url['id'] === 'new' && <AddPolicy onClose={() => change({ id: undefined })} />}
      {open && (
        <OfficePolicyPanel
          key={open.kind}
          policy={open}
          onClose={() => change({ id: undefined, show: undefined, version: undefined, compare: undefined })}
        />
      )}
    </div>
  )
}
