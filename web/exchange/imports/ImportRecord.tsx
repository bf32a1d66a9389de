import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Import } from '#contract/exchange/imports.ts'
import { isClassList } from '#rules/pastedClasses/columns.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Later } from '#web/routing/Later.tsx'
import { ButtonLink } from '#web/routing/link.tsx'
import { UndoBatchButton } from '#web/lists/UndoBatchButton.tsx'
import { useMay } from '#web/session/may.ts'
import { BackButton } from '#web/ui/BackButton.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Segmented } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Notice } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { searchWith, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { ImportClasses } from './ImportClasses.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { landedOf } from './ImportList.tsx'
import { isDayOpen } from './importText.ts'
import { ImportFamilies } from './ImportFamilies.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportStaff } from './ImportStaff.tsx'
import { ImportTotals } from './ImportTotals.tsx'
import { ImportUnused } from './ImportUnused.tsx'

type Undo = (batchId: string) => Promise<void>

/** Asks which of two dates is meant if the file doesn't show it. */
const DayQuestion = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const map = useWrite('imports-map')
  if (run.dayExample === null || run.status !== 'draft') return null
  const { cell, monthFirst, dayFirst } = run.dayExample
  return (
    <Notice
      tone={isDayOpen(run) ? 'warn' : 'info'}
      title={t('dayTitle')}
      className="mb-5"
      action={
        <Segmented
          label={t('dayLabel', { cell })}
          value={run.dayOrder ?? ''}
          onChange={dayOrder => {
            if (dayOrder !== '') map.start({ id: run.id, dayOrder })
          }}
          options={[
            { value: 'month-first', label: format.day(monthFirst) },
            { value: 'day-first', label: format.day(dayFirst) },
          ]}
        />
      }
    >
      {t('dayText', { cell })}
    </Notice>
  )
}

const Discard = ({ run, onGone }: { run: Import; onGone: () => void }) => {
  const t = useTranslations('imports')
  const text = useUiText()
  const failureText = useFailureText()
  const discard = useWrite('imports-discard')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        {t('discard')}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={() => setAsking(false)}
          title={t('discardTitle')}
          description={t('discardText')}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{text.cancel}</Button>
              <Button
                variant="danger"
                pending={discard.isPending}
                onClick={() => discard.start({ id: run.id }, onGone)}
              >
                {t('discardVerb')}
              </Button>
            </>
          }
        >
          {discard.error !== null && (
            <Notice alert tone="danger">
              {failureText(discard.error)}
            </Notice>
          )}
        </Dialog>
      )}
    </>
  )
}

/** The progress of an import that is being applied, here or by someone else. */
const Running = ({ done, total }: NonNullable<Import['progress']>) => {
  const t = useTranslations('imports')
  const format = useFormat()
  const text = t('progress', { done: format.number(done), total: format.number(total) })
  return (
    <div className="mb-6 grid max-w-xl gap-2">
      <p role="status">{text}</p>
      <Progress label={text} max={total} value={done} />
      <p className="text-sm text-ink-2">{t('progressHint')}</p>
    </div>
  )
}

/** The outcome of a draft, and the button that applies it. */
const Applying = ({ run, undo, onGone }: { run: Import; undo: Undo; onGone: () => void }) => {
  const t = useTranslations('imports')
  const failureText = useFailureText()
  const may = useMay()
  const apply = useWrite('imports-apply')
  const check = useWrite('imports-check')
  const { landed } = landedOf(run.counts)
  const isMapped = run.columns.some(({ target }) =>
    ['child-name', 'child-first', 'child-native'].includes(target.field),
  )
  const isUndecided = isDayOpen(run)
  const hasWork = run.counts.new + run.counts.joined + run.counts.changed > 0
  const start = async () => {
    const answer = await apply.send({ id: run.id, counts: run.counts }).catch(() => null)
    // The report of the import may have replaced this component by now.
    if (answer) toast(t('applied', { n: answer.children }), () => void undo(answer.batchId))
  }
  if (run.progress !== null) return <Running {...run.progress} />
  return (
    <>
      {landed > 0 && !hasWork && <p className="mb-4 max-w-[66ch]">{t('nothing')}</p>}
      {apply.error !== null && (
        <Notice
          alert
          tone="danger"
          className="mb-4"
          action={
            <Button size="small" pending={check.isPending} onClick={() => check.start({ id: run.id }, apply.reset)}>
              {t('check')}
            </Button>
          }
        >
          {failureText(apply.error)}
        </Notice>
      )}
      {!isMapped && !isClassList(run.columns.map(({ header }) => header)) && (
        <Notice tone="warn" className="mb-4">
          {t('unmapped')}
        </Notice>
      )}
      <ImportClasses run={run} undo={undo} />
      <DayQuestion run={run} />
      {run.custody > 0 && (
        <Notice
          tone="warn"
          title={t('custody.open', { n: run.custody })}
          className="mb-5"
          action={
            <ButtonLink
              to="."
              search={searchWith({ part: undefined, outcome: undefined, row: undefined })}
              resetScroll={false}
              size="small"
            >
              {t('custody.read')}
            </ButtonLink>
          }
        >
          {t('custody.openText')}
        </Notice>
      )}
      {may('imports-apply') === true && (
        <div className="mb-6 flex flex-wrap gap-3">
          <Button
            variant="primary"
            pending={apply.isPending}
            disabled={!hasWork || isUndecided || run.custody > 0}
            onClick={() => void start()}
          >
            {run.newChildren > 0 || !hasWork ? t('apply', { n: run.newChildren }) : t('applyChanges')}
          </Button>
          <Button pending={check.isPending} onClick={() => check.start({ id: run.id }, apply.reset)}>
            {t('check')}
          </Button>
          <Discard run={run} onGone={onGone} />
        </div>
      )}
    </>
  )
}

const Done = ({ run }: { run: Import }) => {
  const t = useTranslations('imports')
  const may = useMay()
  const { batchId } = run
  if (run.status === 'undone') return <Notice className="mb-6">{t('undoneHint')}</Notice>
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="max-w-[66ch]">
        {run.isStaffList
          ? t('staff.did', { n: run.counts.new + run.counts.joined })
          : run.enrolled > 0
            ? t('seats.done', { n: run.enrolled })
            : t('did', { families: run.newFamilies, guardians: run.newGuardians, children: run.newChildren })}
      </p>
      {batchId !== null && may('batches-undo') === true && (
        <UndoBatchButton id={batchId} what={run.fileName} label={t('undo')} />
      )}
    </div>
  )
}

const draftParts = ['families', 'rows', 'columns', 'unused'] as const
type Part = (typeof draftParts)[number]
/** A staff list makes no families, and its cells aren't counted. */
const partsOf = (isDraft: boolean, isStaffList: boolean): readonly Part[] => {
  if (isStaffList) return isDraft ? ['rows', 'columns'] : ['rows']
  return isDraft ? draftParts : ['rows', 'unused']
}

const Parts = ({ run, part, mayDecide }: { run: Import; part: Part; mayDecide: boolean }) => {
  switch (part) {
    case 'families':
      return <ImportFamilies run={run} mayDecide={mayDecide} />
    case 'columns':
      return <ImportColumns run={run} />
    case 'unused':
      return <ImportUnused run={run} />
    case 'rows':
      return <ImportRows run={run} mayDecide={mayDecide} />
  }
}

/** One spreadsheet: what is, would be or was imported from it, row by row. */
export const ImportRecord = ({ id, undo, onClose }: { id: string; undo: Undo; onClose: () => void }) => {
  const t = useTranslations('imports')
  const may = useMay()
  const [url, change] = useUrlState()
  const found = useReadLater('imports-get', { id })
  return (
    <>
      <BackButton onClick={onClose} className="mb-2">
        {t('back')}
      </BackButton>
      <Later read={found}>
        {of => {
          const isDraft = of.status === 'draft'
          const mayDecide = isDraft && of.progress === null && may('imports-map') === true
          const parts = partsOf(mayDecide, of.isStaffList)
          const usual = mayDecide && !of.isStaffList && !url['row'] && !url['outcome'] ? 'families' : 'rows'
          const part = parts.find(each => each === url['part']) ?? usual
          const { all } = landedOf(of.counts)
          const facts = [
            t(`status.${of.status}`),
            !(isDraft && of.isStaffList) && t('facts', { rows: all }),
            of.sheet,
            of.encoding && t(`encodings.${of.encoding}`),
            of.headerRow === 0 ? t('noHeadings') : t('headings', { n: String(of.headerRow) }),
          ]
          return (
            <>
              <h3 className="text-lg break-all">{of.fileName}</h3>
              <p className="mb-4 text-sm text-ink-2">{facts.filter(Boolean).join(' · ')}</p>
              {!of.isStaffList && of.enrolled === 0 && <ImportTotals run={of} />}
              {isDraft && !of.isStaffList && <Applying run={of} undo={undo} onGone={onClose} />}
              {!isDraft && <Done run={of} />}
              <Tabs
                label={t('tabsLabel')}
                value={part}
                onChange={next => change({ part: next, row: undefined, outcome: undefined })}
                tabs={parts.map(key => ({ key, label: t(`tabs.${key}`) }))}
              >
                <div className="pt-5">
                  {isDraft && of.isStaffList && part === 'rows' ? (
                    <ImportStaff run={of} undo={undo} discard={<Discard run={of} onGone={onClose} />} />
                  ) : (
                    <Parts run={of} part={part} mayDecide={mayDecide} />
                  )}
                </div>
              </Tabs>
            </>
          )
        }}
      </Later>
    </>
  )
}
