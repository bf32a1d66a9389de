import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ClaimCandidate } from '#contract/enrolment/claims.ts'
import { claimMoves, claimViews } from '#contract/enrolment/claims.plain.ts'
import type { Output } from '#contract/index.ts'
import { usePages, useReadLater, useWrite } from '#web/wire/call.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Failure } from '#web/routing/Later.tsx'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name, Named, useFamilyName, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { SearchInput, Textarea } from '#web/ui/Input.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Claim = Output<'claims-list'>['rows'][number]

const Refuse = ({ claim, onClose }: { claim: Claim; onClose: () => void }) => {
  const t = useTranslations('claiming.office')
  const form = useForm('claims-answer', () => t('refuseNote'))
  const [note, setNote] = useState('')
  return (
    <FormDialog
      title={t('refuseTitle')}
      description={claim.email}
      form={form}
      verb={t('refuse')}
      onClose={onClose}
      onSubmit={() =>
        form.send({ id: claim.id, personId: null, note }, () => {
          toast(t('refused'))
          onClose()
        })
      }
    >
      <Field {...form.field('note')} label={t('refuseNote')} hint={t('refuseHint')} optional>
        <Textarea value={note} onChange={event => setNote(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

type CandidatesProps = {
  candidates: readonly ClaimCandidate[]
  claim: Claim
  onChoose: (candidate: ClaimCandidate) => void
  pending: string | null
}

/** The families that it may be, each with the evidence for it. */
const Candidates = ({ candidates, claim, onChoose, pending }: CandidatesProps) => {
  const t = useTranslations('claiming.office')
  const may = useMay()
  const firstName = useFirstName()
  const familyName = useFamilyName()
  return (
    <ul className="grid gap-2">
      {candidates.map(candidate => (
        <li key={candidate.personId} className="rounded-lg border border-line bg-sunken p-3">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <Named names={candidate} />
            {candidate.reasons.map(reason => (
              <Badge key={reason} tone="good">
                {t(`reason.${reason}`)}
              </Badge>
            ))}
          </p>
          <p className="text-sm text-ink-2">
            <Link to="/adminparent" search={{ id: candidate.householdId }} className={textLink}>
              {familyName(candidate)}
            </Link>
            {[candidate.email, candidate.phone].filter(Boolean).map(text => (
              <span key={text}> · {text}</span>
            ))}
          </p>
          <span className="mt-1 flex flex-wrap gap-x-3 text-sm">
            {candidate.children.map(child => (
              <Name key={`${child.name} ${child.nativeName}`} {...child} />
            ))}
          </span>
          {may('claims-answer') === true && (
            <Button
              size="small"
              variant="primary"
              className="mt-2"
              pending={pending === candidate.personId}
              disabled={pending !== null}
              aria-label={t('chooseOf', { account: claim.email, name: firstName(candidate) })}
              onClick={() => onChoose(candidate)}
            >
              {t('choose')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

const SearchCandidates = (props: Omit<CandidatesProps, 'candidates'>) => {
  const t = useTranslations('claiming.office')
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = useReadLater('claims-candidates', { search }, { enabled: search.length > 1 })
  return (
    <details>
      <summary className={`inline-flex min-h-11 items-center text-sm ${textLink}`}>{t('other')}</summary>
      <SearchInput
        label={t('otherHint')}
        placeholder={t('otherHint')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="mb-2 w-full"
      />
      <Failure error={found.error} again={() => void found.refetch()} />
      {found.data?.length === 0 && <p className="text-sm text-ink-2">{t('nobodyFound')}</p>}
      {found.data && search.length > 1 && <Candidates {...props} candidates={found.data} />}
    </details>
  )
}

const Row = ({ claim }: { claim: Claim }) => {
  const t = useTranslations('claiming.office')
  const format = useFormat()
  const may = useMay()
  const firstName = useFirstName()
  const answer = useWrite('claims-answer')
  const [pending, setPending] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isRefusing, setRefusing] = useState(false)
  const moves = claimMoves[claim.status]
  const choose = async ({ personId, ...names }: ClaimCandidate) => {
    setPending(personId)
    setFailure(null)
    try {
      await answer.send({ id: claim.id, personId, note: '' })
      toast(t('joined', { name: firstName(names) }))
    } catch (error) {
      setFailure(error)
    }
    setPending(null)
  }
  const facts = [
    [t('child'), format.parts([claim.childName, claim.birthOn && t('born', { day: format.day(claim.birthOn) })])],
    [t('phone'), claim.phone],
    [t('note'), claim.note],
  ].filter(([, text]) => text)
  return (
    <li className="grid gap-3 border-b border-line py-4 first:pt-0 last:border-0">
      <div>
        <p className="font-semibold">{claim.name || claim.email}</p>
        <p className="text-sm text-ink-2">
          {claim.name && `${claim.email} · `}
          {t('asked', { day: format.instant(claim.createdAt, 'day') })}
        </p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
      {claim.answeredAt !== null && (
        <p className="text-sm">
          <Badge tone={claim.status === 'joined' ? 'good' : 'neutral'}>
            {claim.status === 'joined'
              ? t('status.joined', { name: claim.person ? firstName(claim.person) : '' })
              : t('status.refused')}
          </Badge>{' '}
          <span className="text-ink-2">
            {t('answered', {
              day: format.instant(claim.answeredAt, 'day'),
              name: firstName({ name: claim.answeredBy, nativeName: claim.answeredByNativeName }),
            })}
          </span>
        </p>
      )}
      <Failure error={failure} again={() => setFailure(null)} />
      {moves.includes('joined') && (
        <>
          <h3 className="text-sm font-semibold">{t('maybe')}</h3>
          {claim.candidates.length === 0 && <p className="text-sm text-ink-2">{t('nobody')}</p>}
          <Candidates
            candidates={claim.candidates}
            claim={claim}
            pending={pending}
            onChoose={one => void choose(one)}
          />
          <SearchCandidates claim={claim} pending={pending} onChoose={one => void choose(one)} />
        </>
      )}
      {moves.includes('refused') && may('claims-answer') === true && (
        <Button size="small" className="justify-self-start" onClick={() => setRefusing(true)}>
          {t('refuse')}
        </Button>
      )}
      {isRefusing && <Refuse claim={claim} onClose={() => setRefusing(false)} />}
    </li>
  )
}

/** People who look for their family's record, with the possible matches: compare, join or refuse. */
export const OfficeClaims = () => {
  const t = useTranslations('claiming.office')
  const [view, setView] = useState<(typeof claimViews)[number]>('asked')
  const pages = usePages('claims-list', { view })
  return (
    <>
      <div className="mb-4">
        <Segmented
          label={t('title')}
          options={claimViews.map(value => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </div>
      <Failure error={pages.error} again={pages.again} />
      {pages.rows === undefined && pages.error === null && <Loading onRetry={pages.again} />}
      {pages.rows?.length === 0 && <p className="text-sm text-ink-2">{t('none')}</p>}
      <ul className="grid">
        {pages.rows?.map(claim => (
          <Row key={claim.id} claim={claim} />
        ))}
      </ul>
      <LoadMore next={pages.next} onMore={pages.more} pending={pages.isMorePending} />
    </>
  )
}
