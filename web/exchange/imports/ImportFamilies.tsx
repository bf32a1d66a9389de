import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Import, ImportFamily, ImportRow } from '#contract/exchange/imports.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { Failure } from '#web/routing/Later.tsx'
import { Name } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { hasNoFocus } from '#web/ui/keptFocus.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Loading } from '#web/ui/States.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import { Answered } from './Answered.tsx'
import { guardiansOf, isDayOpen } from './importText.ts'
import { CustodyQuestion } from './CustodyQuestion.tsx'
import { DoubtQuestion, NumberQuestion } from './PersonQuestion.tsx'

type Props = { run: Import; mayDecide: boolean }

/** Returns the people of a family, each once, even if several rows name them. */
const peopleOf = (rows: readonly ImportRow[]) => ({
  children: [
    ...new Map(
      rows.flatMap(({ children }) => children.map(child => [`${child.name} ${child.birthOn}`, child] as const)),
    ).values(),
  ],
  guardians: guardiansOf(rows),
})

const People = ({ rows }: { rows: readonly ImportRow[] }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const { children, guardians } = peopleOf(rows)
  return (
    <div className="grid content-start gap-3 text-sm">
      <div>
        <h5 className="text-xs font-medium text-ink-2">{t('children')}</h5>
        <ul>
          {children.map((child, index) => (
            <li key={index}>
              <Name {...child} />{' '}
              <span className="text-xs whitespace-nowrap text-ink-2">{child.birthOn && format.day(child.birthOn)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h5 className="text-xs font-medium text-ink-2">{t('guardians')}</h5>
        <ul>
          {guardians.map((guardian, index) => (
            <li key={index} className="wrap-anywhere">
              <Name {...guardian} />{' '}
              <span className="text-xs text-ink-2">
                {[guardian.email, guardian.phone].filter(text => text !== '' && text !== guardian.name).join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

const Skip = ({ id, n }: { id: string; n: number }) => {
  const t = useTranslations('imports.families')
  const decide = useWrite('imports-decide')
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        className="-ms-3"
        pending={decide.isPending}
        onClick={() => decide.start({ id, n, isSkipped: true })}
      >
        {t('skip')}
      </Button>
    </div>
  )
}

const Questions = ({ run, mayDecide, family }: Props & { family: ImportFamily }) => {
  const t = useTranslations('imports')
  return family.questions.map(({ n, kind, child, isOpen, alike }, index) => {
    const row = family.rows.find(each => each.n === n)!
    const props = { id: run.id, row, mayDecide, alike }
    const isLast = !family.questions.slice(index + 1).some(each => each.n === n && each.isOpen)
    return (
      <div key={`${n} ${kind} ${child}`} tabIndex={-1} data-open={isOpen || undefined} className="grid gap-2">
        {kind === 'custody' && <CustodyQuestion {...props} child={child} />}
        {kind === 'number' && <NumberQuestion {...props} />}
        {kind === 'doubt' && <DoubtQuestion {...props} />}
        {kind === 'skipped' && (
          <Answered
            text={t('families.skipped', { n: String(n) })}
            mayDecide={mayDecide}
            again={{ id: run.id, n, isSkipped: false }}
          />
        )}
        {isOpen && isLast && mayDecide && <Skip id={run.id} n={n} />}
      </div>
    )
  })
}

const FamilyCard = ({ family, ...props }: Props & { family: ImportFamily }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const { rows } = family
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h4 className="text-base wrap-anywhere">
          <bdi>{family.name}</bdi>
        </h4>
        <p className="text-xs text-ink-2 tabular-nums">
          {t('families.rows', { n: rows.length, rows: format.list(rows.map(({ n }) => String(n))) })}
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[2fr_3fr]">
        <People rows={rows} />
        <div className="grid content-start gap-5">
          <Questions {...props} family={family} />
        </div>
      </div>
    </li>
  )
}

const SureFamilies = ({ id }: { id: string }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const pages = usePages('imports-families', { id, part: 'sure' })
  if (!pages.rows || pages.rows.length === 0) return null
  return (
    <details className="mt-6 rounded-lg border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-3 font-medium">
        {t('families.sure', { n: pages.total ?? 0 })}
      </summary>
      <ul className="border-t border-line px-4 pb-4">
        {pages.rows.map(({ n, name, rows }) => {
          const { children, guardians } = peopleOf(rows)
          return (
            <li key={n} className="grid gap-x-4 border-b border-line py-2 text-sm last:border-0 sm:grid-cols-3">
              <bdi className="font-medium wrap-anywhere">{name}</bdi>
              <span className="wrap-anywhere">
                {children.map((child, index) => (
                  <span key={index}>
                    {index > 0 && ', '}
                    <Name {...child} />
                  </span>
                ))}{' '}
                {rows.some(({ outcome }) => outcome === 'new') && <Badge tone="good">{t('isNew')}</Badge>}
              </span>
              <span className="text-ink-2 wrap-anywhere">{format.list(guardians.map(each => each.name))}</span>
            </li>
          )
        })}
      </ul>
      <div className="pb-4">
        <LoadMore
          next={pages.next}
          onMore={pages.more}
          pending={pages.isMorePending}
          count={`${format.number(pages.rows.length)} / ${format.number(pages.total ?? 0)}`}
        />
      </div>
    </details>
  )
}

/** After an answer, focuses the next question, so that the person needn't look for it. */
const useNextQuestion = (open: number | undefined) => {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(open)
  useEffect(() => {
    const isAnswered = open !== undefined && before.current !== undefined && open < before.current
    before.current = open
    if (isAnswered && hasNoFocus()) list.current?.querySelector<HTMLElement>('[data-open]')?.focus()
  }, [open])
  return list
}

/** The families of a sheet: first those with a question, one card each, then all others in brief. */
export const ImportFamilies = ({ run, mayDecide }: Props) => {
  const t = useTranslations('imports')
  const asked = usePages('imports-families', { id: run.id, part: 'asked' })
  const open = asked.first?.open
  const list = useNextQuestion(open)
  if (asked.error !== null && !asked.rows) return <Failure error={asked.error} again={asked.again} />
  if (!asked.rows) return <Loading />
  return (
    <div ref={list}>
      <p role="status" className="mb-4 text-ink-2">
        {!open && isDayOpen(run)
          ? t('families.noneElse')
          : asked.rows.length === 0
            ? t('families.none')
            : t('families.open', { n: open ?? 0 })}
      </p>
      {asked.rows.length > 0 && (
        <ul className="grid gap-4">
          {asked.rows.map(family => (
            <FamilyCard key={family.n} family={family} run={run} mayDecide={mayDecide} />
          ))}
        </ul>
      )}
      <LoadMore next={asked.next} onMore={asked.more} pending={asked.isMorePending} />
      <SureFamilies id={run.id} />
    </div>
  )
}
