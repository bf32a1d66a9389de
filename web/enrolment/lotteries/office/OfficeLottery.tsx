import { useTranslations } from 'use-intl'
import type { Lottery } from '#contract/enrolment/lotteries.ts'
import { usePages } from '#web/wire/call.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { useMay } from '#web/session/may.ts'
import { Name } from '#web/words/Name.tsx'
import { PagedTable } from '#web/lists/PagedTable.tsx'
import { SearchBox } from '#web/lists/SearchBox.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Chip, Status, type Tone } from '#web/ui/Marks.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import type { Column } from '#web/ui/tableProps.ts'
import { useUrlSearch } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { drawTones, useDrawClasses, useEntryTimes } from '../drawText.ts'
import { LotteryActs, Rerun } from './OfficeLotteryActs.tsx'

/** The demand for each class and, after the draw, what became of its seats. */
const Demand = ({ lottery }: { lottery: Lottery }) => {
  const t = useTranslations('lotteries.office')
  const page = useTranslations('lotteries.page')
  const { nameOf } = useDrawClasses(lottery.classes)
  const isDrawn = lottery.drawnAt !== null
  const rows = lottery.classes.map(section => ({
    ...section,
    ...lottery.demand.find(({ sectionId }) => sectionId === section.sectionId)!,
  }))
  type Row = (typeof rows)[number]
  const count = (key: 'seats' | 'first' | 'any' | 'offered' | 'accepted' | 'waiting') => ({
    key,
    header: t(key),
    align: 'end' as const,
    cell: (row: Row) => row[key],
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-sans text-base tracking-normal">{t('wanted')}</h3>
      <Table
        caption={t('wanted')}
        rows={rows}
        rowKey={({ code }) => code}
        rowLabel={({ code }) => nameOf(code)}
        phone="scroll"
        columns={[
          {
            key: 'class',
            header: page('class'),
            cell: ({ code, crayon }) => (
              <span className="inline-flex items-center gap-2">
                <span className="w-4 font-semibold">{code}</span>
                <Chip crayon={crayon}>{nameOf(code)}</Chip>
              </span>
            ),
          },
          count('seats'),
          ...(isDrawn ? [count('offered'), count('accepted'), count('waiting')] : [count('first'), count('any')]),
        ]}
      />
    </section>
  )
}

const tones: Record<string, Tone> = { offered: 'warn', accepted: 'good', declined: 'neutral', expired: 'neutral' }

const Entries = ({ lottery }: { lottery: Lottery }) => {
  const t = useTranslations('lotteries')
  const box = useUrlSearch()
  const { search } = box
  const pages = usePages('lotteries-entries', { id: lottery.id, ...(search && { search }) })
  const { nameOf } = useDrawClasses(lottery.classes)
  const format = useFormat()
  const isDrawn = lottery.drawnAt !== null
  type Row = NonNullable<typeof pages.rows>[number]
  const wishColumns: Column<Row>[] = [
    { key: 'wishes', header: t('page.wishes'), cell: ({ ranks }) => ranks.join(' › ') || '–' },
    { key: 'together', header: t('page.siblings'), cell: ({ together }) => t(`together.${together}`) },
  ]
  const drawnColumns: Column<Row>[] = [
    { key: 'turn', header: t('page.turn'), align: 'end', cell: ({ turn }) => turn ?? '' },
    {
      key: 'won',
      header: t('page.won'),
      cell: ({ won, status }) =>
        won === null ? (
          '–'
        ) : (
          <span className="grid justify-items-start gap-1">
            {nameOf(won)}
            {status && status in tones && <Badge tone={tones[status]!}>{t(`won.${status as 'offered'}`)}</Badge>}
          </span>
        ),
    },
    {
      key: 'lines',
      header: t('office.lines'),
      cell: ({ lines }) =>
        format.list(lines.map(({ code, place }) => t('page.linePlace', { code, place: String(place) }))) || '–',
    },
  ]
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-sans text-base tracking-normal">{t('office.who')}</h3>
      {lottery.children > 0 && <SearchBox search={box} label={t('office.search')} />}
      <PagedTable
        pages={pages}
        caption={t('office.whoCaption')}
        rowKey={({ id }) => id}
        rowLabel={({ student }) => student}
        empty={<Empty>{t(search === '' ? 'office.nobody' : 'office.noneFound')}</Empty>}
        columns={[
          {
            key: 'child',
            header: t('office.child'),
            cell: ({ studentId, student, nativeName, number, leftOut }) => (
              <span className="grid">
                <Link to="/adminstudent" search={{ id: studentId }} className={textLink}>
                  <Name name={student} nativeName={nativeName} />
                </Link>
                <span className="text-xs text-ink-2 tabular-nums">{number}</span>
                {leftOut.map(({ code, reason }) => (
                  <span key={code} className="text-xs text-ink-2">
                    {t(`leftOut.${reason}`, { section: nameOf(code), child: student })}
                  </span>
                ))}
              </span>
            ),
          },
          ...(isDrawn ? drawnColumns : wishColumns),
        ]}
      />
    </section>
  )
}

/** One lottery for the office: its state, the possible actions, the demand, the participants. */
export const OfficeLottery = ({ lottery, onEdit }: { lottery: Lottery; onEdit: () => void }) => {
  const t = useTranslations('lotteries')
  const timesOf = useEntryTimes()
  const may = useMay()
  const isPublished = lottery.status !== 'draft' && lottery.status !== 'cancelled'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 py-1">
      <div className="grid gap-1">
        <p className="text-sm">
          <Status tone={drawTones[lottery.status]}>{t(`status.${lottery.status}`)}</Status>
        </p>
        <p className="text-sm text-ink-2">
          {t('page.when')}: {t('page.entries', timesOf(lottery))}
        </p>
        {lottery.status === 'open' && <p className="text-sm text-ink-2">{t('office.closesAlone')}</p>}
        <p className="text-sm text-ink-2">
          {t('page.confirm')}: {t('page.confirmHours', { n: lottery.confirmHours })}
        </p>
        <p className="text-sm text-ink-2">
          {t('page.source')}: {lottery.publicSource || t('page.noSource')}
        </p>
        <p className="text-sm text-ink-2">
          {t('office.counts', { families: lottery.families, children: lottery.children })}
        </p>
        {isPublished && (
          <Link
            to="/draws"
            search={{ id: lottery.id }}
            className={`inline-flex min-h-8 items-center text-sm ${textLink}`}
          >
            {t('office.protocol')}
          </Link>
        )}
      </div>
      <LotteryActs lottery={lottery}>
        {lottery.status === 'draft' && may('lotteries-change') === true && (
          <Button onClick={onEdit}>{t('edit.change')}</Button>
        )}
      </LotteryActs>
      {lottery.drawnAt !== null && <Rerun lottery={lottery} />}
      <Demand lottery={lottery} />
      {lottery.status !== 'draft' && <Entries lottery={lottery} />}
    </div>
  )
}
