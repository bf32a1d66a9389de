import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { lineFilters, PromotionDecision, PromotionLine } from '#contract/enrolment/promotions.ts'
import type { Output } from '#contract/index.ts'
import { usePages, useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useChosen } from '#web/lists/listParts.tsx'
import { Name, useNameText } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { OfficePromotionLine, PutIntoClass } from '#web/enrolment/promotions/office/OfficePromotionLine.tsx'
import { decisionTones, useReasonText } from '#web/enrolment/promotions/promotionText.ts'
import { BulkAction, BulkBar } from '#web/ui/BulkBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Input.tsx'
import { Badge, Chip, Status } from '#web/ui/Marks.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlSearch, useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'

type Filter = (typeof lineFilters)[number]

type Props = {
  promotion: Output<'promotions-get'>
  mayDecide: boolean
  /** The decision may resolve what was refused before. */
  onDecided: () => void
}

/** The students of a promotion with the decision for each, to review, filter and change. */
export const OfficePromotionLines = ({ promotion, mayDecide, onDecided }: Props) => {
  const format = useFormat()
  const t = useTranslations('promotions.run')
  const failureText = useFailureText()
  const nameText = useNameText()
  const reason = useReasonText()
  const { run, counts, classes, sources } = promotion
  const [url, change] = useUrlState()
  const search = useUrlSearch()
  const isApplied = run.status === 'applied'
  const tabs = (isApplied
    ? [
        ['all', run.lines],
        ['waiting', counts.waiting],
        ['confirmed', counts.confirmed],
        ['ended', counts.ended],
        ['leave', counts.leave],
      ]
    : [
        ['all', run.lines],
        ['choose', counts.choose],
        ['conflicts', counts.conflicts],
        ['changed', counts.changed],
        ['leave', counts.leave],
      ]) satisfies [Filter, number][] as [Filter, number][]
  const only = tabs.find(([key]) => key === url['only'])?.[0] ?? 'all'
  const filter = {
    id: run.id,
    ...(only !== 'all' && { only }),
    ...(search.search && { search: search.search }),
    ...(url['from'] && { fromSectionId: url['from'] }),
    ...(url['to'] && { toSectionId: url['to'] }),
  }
  const pages = usePages('promotions-lines', filter)
  const chosen = useChosen(filter)
  const [isPutting, setPutting] = useState(false)
  const decide = useWrite('promotions-decide')
  const make = (decision: PromotionDecision, sectionId: string | null = null) =>
    decide.start({ id: run.id, lineIds: chosen.ids, decision, sectionId }, ({ changed }) => {
      toast(t('decided', { n: changed }))
      onDecided()
      chosen.clear()
      setPutting(false)
    })
  const isFiltered = Boolean(search.search || url['from'] || url['to'])
  const opened = pages.rows?.find(({ id }) => id === url['line'])
  const picker = (
    key: 'from' | 'to',
    label: string,
    options: readonly { id: string; name: string; nativeName: string }[],
  ) => (
    <Field label={label} hideLabel className="w-full sm:w-52">
      <Select value={url[key] ?? ''} onChange={event => change({ [key]: event.target.value })}>
        <option value="">{format.labelled(label, t('anyClass'))}</option>
        {options.map(each => (
          <option key={each.id} value={each.id}>
            {nameText(each)}
          </option>
        ))}
      </Select>
    </Field>
  )
  return (
    <div className="grid gap-4">
      <Tabs
        label={t('filters')}
        value={only}
        onChange={key => change({ only: key === 'all' ? undefined : key })}
        tabs={tabs.map(([key, count]) => ({ key, label: t(`filter.${key}`), count }))}
      />
      <div data-filters className="flex flex-wrap gap-3">
        <SearchBox search={search} label={t('search')} />
        {picker('from', t('fromClass'), sources)}
        {picker('to', t('toClass'), classes)}
      </div>
      {decide.error !== null && (
        <Notice alert tone="danger">
          {failureText(decide.error)}
        </Notice>
      )}
      <PagedTable
        pages={pages}
        caption={t('caption')}
        rowKey={line => line.id}
        rowLabel={line => nameText({ name: line.student, nativeName: line.nativeName })}
        onOpen={line => change({ line: line.id })}
        openKey={url['line']}
        {...(mayDecide && { selection: chosen.selection })}
        empty={
          isFiltered ? (
            <Empty
              action={
                <Button onClick={() => change({ search: undefined, from: undefined, to: undefined })}>
                  {t('clear')}
                </Button>
              }
            >
              {t('noneMatches')}
            </Empty>
          ) : (
            <Empty>{t('none')}</Empty>
          )
        }
        columns={[
          {
            key: 'student',
            header: t('student'),
            cell: line => <Name name={line.student} nativeName={line.nativeName} />,
          },
          {
            key: 'grade',
            header: t('grade'),
            hideOnPhone: true,
            cell: line =>
              line.grade === line.nextGrade ? line.grade : t('gradeUp', { from: line.grade, to: line.nextGrade }),
          },
          {
            key: 'from',
            header: t('comesFrom'),
            cell: line => (
              <Chip crayon={line.from.crayon}>
                <Name {...line.from} />
              </Chip>
            ),
          },
          { key: 'to', header: t('goesTo'), cell: line => <Goes line={line} /> },
          {
            key: 'why',
            header: t('why'),
            width: '34%',
            cell: line => (
              <>
                {reason(line)}
                {line.conflicts.length > 0 && <Conflicts line={line} />}
              </>
            ),
          },
        ]}
      />
      {mayDecide && (
        <BulkBar count={chosen.ids.length} onClear={chosen.clear}>
          <BulkAction disabled={decide.isPending} onClick={() => setPutting(true)}>
            {t('bulkTo')}
          </BulkAction>
          <BulkAction disabled={decide.isPending} onClick={() => make('leave')}>
            {t('bulkLeave')}
          </BulkAction>
          <BulkAction disabled={decide.isPending} onClick={() => make('choose')}>
            {t('bulkChoose')}
          </BulkAction>
        </BulkBar>
      )}
      {isPutting && (
        <PutIntoClass
          n={chosen.ids.length}
          classes={classes}
          isPending={decide.isPending}
          onPut={sectionId => make(run.step === 'advance' ? 'promote' : 'retain', sectionId)}
          onClose={() => setPutting(false)}
        />
      )}
      {opened && (
        <OfficePromotionLine
          key={opened.id}
          promotionLine={opened}
          run={run}
          classes={classes}
          mayDecide={mayDecide}
          onDecided={onDecided}
          onClose={() => change({ line: undefined })}
        />
      )}
    </div>
  )
}

const Goes = ({ line }: { line: PromotionLine }) => {
  const t = useTranslations('promotions.run')
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {line.to ? (
        <Chip crayon={line.to.crayon}>
          <Name {...line.to} />
        </Chip>
      ) : null}
      {line.place ? (
        <Status tone={line.place === 'held' ? 'warn' : line.place === 'active' ? 'good' : 'neutral'}>
          {t(`place.${line.place}`)}
        </Status>
      ) : (
        <Status tone={decisionTones[line.decision]}>{t(`decision.${line.decision}`)}</Status>
      )}
    </span>
  )
}

const Conflicts = ({ line }: { line: PromotionLine }) => {
  const t = useTranslations('promotions.conflict.short')
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {[...new Set(line.conflicts.map(({ kind }) => kind))].map(kind => (
        <Badge key={kind} tone={kind === 'double' ? 'bad' : 'warn'}>
          {t(kind)}
        </Badge>
      ))}
    </span>
  )
}
