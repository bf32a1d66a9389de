import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { OfficePolicy, Signature } from '#contract/school/policies.ts'
import { useOwnText } from '#web/words/ownText.ts'
import { usePages } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { TextDiff } from '#web/school/policies/TextDiff.tsx'
import { useFirstName } from '#web/words/Name.tsx'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented, Switch } from '#web/ui/Choice.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select, Textarea } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useUrlState } from '#web/routing/urlState.ts'
import { InChinese, useOffersChinese } from '#web/words/InChinese.tsx'
import { CompareVersions } from './CompareVersions.tsx'

type PolicyProps = { policy: OfficePolicy; onClose: () => void }

const Publish = ({ policy, onClose }: PolicyProps) => {
  const t = useTranslations('schoolRules.policies')
  const first = useFirstName()
  const newest = policy.versions[0]
  const [{ text, nativeText }, change] = useChanges({
    text: newest?.text ?? '',
    // Without Chinese at the school, the new version has no Chinese text that would keep the old rules.
    nativeText: useOffersChinese() ? (newest?.nativeText ?? '') : '',
  })
  const [asksAgain, setAsksAgain] = useState(true)
  const form = useForm('policies-publish', path => t(path as 'text'))
  const title = first({ name: policy.title, nativeName: policy.nativeTitle })
  const [isTextNew, isNativeNew] = [text.trim() !== newest?.text, nativeText.trim() !== newest?.nativeText]
  const isOneOld = newest !== undefined && isTextNew !== isNativeNew && text.trim() !== '' && nativeText.trim() !== ''
  const heads = {
    before: t('versionHead', { number: String(newest?.number ?? 0) }),
    after: t('versionHead', { number: String((newest?.number ?? 0) + 1) }),
  }
  const shown = useOwnText()(text, nativeText)
  return (
    <FormDialog
      title={t('publishOf', { title })}
      verb={t('publishVerb', { number: String((newest?.number ?? 0) + 1) })}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ kind: policy.kind, text, nativeText, asksAgain }, ({ version }) => {
          toast(t('published', { number: String(version), title }))
          onClose()
        })
      }
    >
      <Field label={t('text')} hint={t('textHint')} {...form.field('text')}>
        <Textarea rows={8} value={text} onChange={event => change({ text: event.target.value })} />
      </Field>
      <InChinese text={nativeText}>
        <Field label={t('nativeText')} optional {...form.field('nativeText')}>
          <Textarea
            rows={5}
            lang="zh"
            value={nativeText}
            onChange={event => change({ nativeText: event.target.value })}
          />
        </Field>
      </InChinese>
      {isOneOld && <Notice tone="warn">{t(isTextNew ? 'nativeOld' : 'textOld')}</Notice>}
      <div>
        <p className="mb-1 text-sm font-semibold">{t('preview')}</p>
        <p
          tabIndex={0}
          role="region"
          aria-label={t('preview')}
          className="max-h-60 overflow-y-auto rounded-lg border border-line bg-sunken p-4 text-sm whitespace-pre-line"
        >
          {shown}
        </p>
      </div>
      {newest && (isTextNew || isNativeNew) && (
        <div className="grid gap-3">
          <p className="text-sm font-semibold">{t('changes')}</p>
          {isTextNew && <TextDiff heads={heads} before={newest.text} after={text} />}
          {isNativeNew && <TextDiff heads={heads} before={newest.nativeText} after={nativeText} lang="zh" />}
        </div>
      )}
      <Switch label={t('asksAgain')} hint={t('asksAgainHint')} checked={asksAgain} onChange={setAsksAgain} />
      <p role="status" className="text-sm">
        {asksAgain ? t('effectAsk', { n: policy.signed + policy.missing }) : t('effectQuiet')}
      </p>
    </FormDialog>
  )
}

const Rename = ({ policy, onClose }: PolicyProps) => {
  const t = useTranslations('schoolRules.policies')
  const first = useFirstName()
  const [{ title, nativeTitle }, change] = useChanges({ title: policy.title, nativeTitle: policy.nativeTitle })
  const form = useForm('policies-change', path => t(path as 'title'))
  return (
    <FormDialog
      title={t('renameOf', { title: first({ name: policy.title, nativeName: policy.nativeTitle }) })}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ kind: policy.kind, title, nativeTitle }, () => {
          toast(t('renamed'))
          onClose()
        })
      }
    >
      <Field label={t('title')} required {...form.field('title')}>
        <Input value={title} onChange={event => change({ title: event.target.value })} />
      </Field>
      <InChinese text={nativeTitle}>
        <Field label={t('nativeTitle')} optional {...form.field('nativeTitle')}>
          <Input lang="zh" value={nativeTitle} onChange={event => change({ nativeTitle: event.target.value })} />
        </Field>
      </InChinese>
    </FormDialog>
  )
}

/** The families that have signed, or still have to, with their newest answer. */
const Signatures = ({ policy }: { policy: OfficePolicy }) => {
  const t = useTranslations('schoolRules.policies')
  const format = useFormat()
  const first = useFirstName()
  const [url, change] = useUrlState()
  const state = url['show'] === 'signed' ? 'signed' : 'missing'
  const version = policy.versions.find(({ number }) => String(number) === url['version'])?.number
  const pages = usePages('policies-signatures', { kind: policy.kind, state, ...(version && { version }) })
  const textOf = ({ level, signedName, signedAt, version }: Signature): string => {
    if (level === null || signedAt === null) return t('never')
    const day = format.instant(signedAt, 'day')
    const facts = { name: signedName ?? '', day, version: version ?? '' }
    return state === 'signed' ? t('signedBy', { level: t(`levels.${level}`), ...facts }) : t('earlier', facts)
  }
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{t('who')}</h3>
        <div data-noprint className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t('who')}
            options={[
              { value: 'missing', label: `${t('showMissing')}${format.aside(format.number(policy.missing))}` },
              { value: 'signed', label: `${t('showSigned')}${format.aside(format.number(policy.signed))}` },
            ]}
            value={state}
            onChange={next => change({ show: next === 'missing' ? undefined : next })}
          />
          {policy.versions.length > 1 && (
            <Select
              aria-label={t('versionFilter')}
              value={version ? String(version) : ''}
              onChange={event => change({ version: event.target.value || undefined })}
            >
              <option value="">{t('anyVersion')}</option>
              {policy.versions.map(({ id, number, signed }) => (
                <option key={id} value={number}>
                  {`${t('versionHead', { number: String(number) })}${format.aside(format.number(signed))}`}
                </option>
              ))}
            </Select>
          )}
          <Button size="small" icon={Printer} onClick={() => print()}>
            {t('print')}
          </Button>
        </div>
      </div>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && (
        <p className="text-sm text-ink-2">
          {t(version ? 'nobodyOfVersion' : state === 'missing' ? 'nobodyMissing' : 'nobodySigned')}
        </p>
      )}
      <ul className="text-sm">
        {pages.rows?.map(row => (
          <li key={row.householdId} className="border-b border-line py-2 last:border-0">
            <Link to="/adminparent" search={{ id: row.householdId }} className={textLink}>
              {first({ name: row.guardians, nativeName: row.guardiansNative }) || row.household}
            </Link>
            <span className="block text-ink-2">{textOf(row)}</span>
          </li>
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </section>
  )
}

/** One policy: its current and earlier texts, a new version, and who has signed. */
export const OfficePolicyPanel = ({ policy, onClose }: PolicyProps) => {
  const t = useTranslations('schoolRules.policies')
  const history = useTranslations('schoolRules.history')
  const format = useFormat()
  const first = useFirstName()
  const may = useMay()
  const [url, change] = useUrlState()
  const [doing, setDoing] = useState<'publish' | 'rename' | null>(null)
  const offersChinese = useOffersChinese()
  const [newest, ...earlier] = policy.versions
  const close = () => setDoing(null)
  const isComparing = earlier.length > 0 && url['compare'] !== undefined
  return (
    <SidePanel
      open
      onClose={onClose}
      title={first({ name: policy.title, nativeName: policy.nativeTitle })}
      {...(may('policies-publish') === true && {
        actions: (
          <>
            <Button onClick={() => setDoing('rename')}>{t('rename')}</Button>
            <Button variant="primary" onClick={() => setDoing('publish')}>
              {t('publish')}
            </Button>
          </>
        ),
      })}
    >
      <div className="grid gap-6">
        {isComparing && (
          <>
            <div data-noprint>
              <BackButton onClick={() => change({ compare: undefined })}>{t('compareEnd')}</BackButton>
            </div>
            <CompareVersions policy={policy} />
          </>
        )}
        {newest && !isComparing && (
          <section className="grid gap-3">
            <p className="text-sm text-ink-2">
              {t('version', { number: String(newest.number), day: format.instant(newest.publishedAt, 'day') })}
            </p>
            <p className="max-w-[66ch] whitespace-pre-line">{newest.text}</p>
            {offersChinese && newest.nativeText && (
              <p lang="zh" className="max-w-[66ch] border-t border-line pt-3 whitespace-pre-line">
                {newest.nativeText}
              </p>
            )}
          </section>
        )}
        <Signatures policy={policy} />
        {earlier.length > 0 && !isComparing && (
          <section data-noprint>
            <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
              <h3 className="text-base">{t('versions')}</h3>
              {newest && (
                <Button size="small" onClick={() => change({ compare: `${earlier[0]?.number}-${newest.number}` })}>
                  {t('compare')}
                </Button>
              )}
            </div>
            <ol className="grid gap-2 text-sm">
              {earlier.map(version => (
                <li key={version.id}>
                  <details className="border-b border-line pb-2">
                    <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-2">
                      {t('version', {
                        number: String(version.number),
                        day: format.instant(version.publishedAt, 'day'),
                      })}
                      <span className="text-ink-2">
                        {first({ name: version.publishedBy, nativeName: version.publishedByNativeName }) ||
                          history('nobody')}{' '}
                        · {t('versionSigned', { n: version.signed })}
                      </span>
                      {!version.asksAgain && <Badge>{t('quiet')}</Badge>}
                    </summary>
                    <p className="whitespace-pre-line">{version.text}</p>
                    {offersChinese && version.nativeText && (
                      <p lang="zh" className="mt-2 whitespace-pre-line">
                        {version.nativeText}
                      </p>
                    )}
                  </details>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
      {doing === 'publish' && <Publish policy={policy} onClose={close} />}
      {doing === 'rename' && <Rename policy={policy} onClose={close} />}
    </SidePanel>
  )
}
