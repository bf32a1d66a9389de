import { Download } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Protocol } from '#contract/enrolment/lotteries.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useClassText } from '#web/enrolment/classes/shared/classText.ts'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { ButtonLink, Link, textLink } from '#web/routing/link.tsx'
import { useNames } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip, Status } from '#web/ui/Marks.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Loading } from '#web/ui/States.tsx'
import { Table } from '#web/ui/Table.tsx'
import { useFormat } from '#web/words/useFormat.ts'
import type { DrawnProtocol } from './DrawCheck.tsx'
import { drawTones, useDrawClasses, useEntryTimes } from './drawText.ts'
import { keepFile, protocolCsv, protocolJson } from './protocolFile.ts'

const DrawCheck = withPage(() => import('./DrawCheck.tsx').then(module => module.DrawCheck))

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="border-t border-line py-2.5">
    <dt className="text-sm text-ink-2">{label}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

const Sealed = ({ value, none }: { value: string | null; none: string }) =>
  value === null || value === '' ? (
    <span className="text-ink-2">{none}</span>
  ) : (
    <code className="text-sm break-all">{value}</code>
  )

const Facts = ({ protocol }: { protocol: Protocol }) => {
  const t = useTranslations('lotteries.page')
  const timesOf = useEntryTimes()
  return (
    <Card title={t('facts')}>
      <dl>
        <Fact label={t('when')}>{t('entries', timesOf(protocol))}</Fact>
        <Fact label={t('confirm')}>{t('confirmHours', { n: protocol.confirmHours })}</Fact>
        <Fact label={t('chance')}>
          {protocol.priorities.length === 0
            ? t('fair')
            : t('priorities', { list: protocol.priorities.map(each => t(`priority.${each}`)).join('; ') })}
        </Fact>
        <Fact label={t('source')}>{protocol.publicSource || t('noSource')}</Fact>
        <Fact label={t('sealed')}>
          <Sealed value={protocol.commitment} none={t('notOpen')} />
        </Fact>
        <Fact label={t('list')}>
          <Sealed value={protocol.fingerprint} none={t('notClosed')} />
        </Fact>
        <Fact label={t('secret')}>
          <Sealed value={protocol.secret} none={t('notDrawn')} />
        </Fact>
        {protocol.publicSource !== '' && (
          <Fact label={t('publicValue')}>
            <Sealed value={protocol.publicValue} none={t('notDrawn')} />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

const steps = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] as const
const How = () => {
  const t = useTranslations('lotteries.page')
  return (
    <Card title={t('how')}>
      <ol className="grid max-w-[66ch] list-decimal gap-1.5 ps-6">
        {steps.map(step => (
          <li key={step}>{t(`steps.${step}`)}</li>
        ))}
      </ol>
    </Card>
  )
}

const Classes = ({ protocol }: { protocol: Protocol }) => {
  const t = useTranslations('lotteries.page')
  const text = useClassText()
  const { nameOf } = useDrawClasses(protocol.classes)
  return (
    <Card title={t('classes')}>
      <ul>
        {protocol.classes.map(section => (
          <li key={section.code} className="flex items-center gap-3 border-t border-line py-2.5">
            <span className="display w-7 shrink-0 text-xl">{section.code}</span>
            <span className="min-w-0 flex-1">
              <Chip crayon={section.crayon}>{nameOf(section.code)}</Chip>
              <span className="block text-sm text-ink-2 tabular-nums">
                {text.when(section)} · {text.ages(section)}
              </span>
            </span>
            <span className="shrink-0 text-sm tabular-nums">{t('seatsOf', { n: section.seats })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Row = {
  number: string
  ticket: Protocol['tickets'][number]
  ranks: readonly string[]
  result?: Protocol['results'][number]
}

const rowsOf = ({ tickets, results }: Protocol): Row[] => {
  const resultOf = new Map(results.map(result => [result.number, result]))
  return tickets
    .flatMap(ticket =>
      ticket.entries.map(({ number, ranks }): Row => {
        const result = resultOf.get(number)
        return { number, ticket, ranks, ...(result && { result }) }
      }),
    )
    .sort((a, b) => (a.result?.turn ?? 0) - (b.result?.turn ?? 0) || (a.number < b.number ? -1 : 1))
}

const Taking = ({ protocol }: { protocol: Protocol }) => {
  const t = useTranslations('lotteries')
  const isDrawn = protocol.drawnAt !== null
  const { of: classOf, nameOf } = useDrawClasses(protocol.classes)
  const format = useFormat()
  return (
    <Table
      caption={t('page.resultsCaption')}
      phone="scroll"
      rows={rowsOf(protocol)}
      rowKey={({ number }) => number}
      rowLabel={({ number }) => number}
      columns={[
        {
          key: 'number',
          header: t('page.number'),
          cell: row => <span className="whitespace-nowrap tabular-nums">{row.number}</span>,
        },
        ...(isDrawn
          ? [{ key: 'turn', header: t('page.turn'), align: 'end' as const, cell: (row: Row) => row.result?.turn ?? '' }]
          : []),
        { key: 'wishes', header: t('page.wishes'), cell: row => row.ranks.join(' › ') },
        {
          key: 'together',
          header: t('page.siblings'),
          cell: row => (row.ticket.entries.length > 1 ? t(`together.${row.ticket.together}`) : '–'),
        },
        ...(isDrawn
          ? [
              {
                key: 'won',
                header: t('page.won'),
                cell: ({ result }: Row) => {
                  const won = result?.won ?? null
                  return won === null ? (
                    '–'
                  ) : (
                    <Chip {...(classOf(won) && { crayon: classOf(won)!.crayon })}>{nameOf(won)}</Chip>
                  )
                },
              },
              {
                key: 'lines',
                header: t('page.lines'),
                cell: ({ result }: Row) =>
                  result && result.lines.length > 0
                    ? format.list(
                        result.lines.map(({ code, place }) => t('page.linePlace', { code, place: String(place) })),
                      )
                    : '–',
              },
            ]
          : []),
      ]}
    />
  )
}

const isDrawn = (of: Protocol): of is DrawnProtocol =>
  of.drawnAt !== null &&
  of.secret !== null &&
  of.publicValue !== null &&
  of.commitment !== null &&
  of.fingerprint !== null

/** One lottery with everything published about it, and its check. */
export const DrawProtocol = ({ id }: { id: string }) => {
  const t = useTranslations('lotteries')
  const names = useNames()
  const of = useGuestRead('lotteries-protocol', { id })
  const file = `draw-${of.id.slice(0, 8)}`
  return (
    <Page
      title={names(of).first}
      above={
        <Link to="/draws" search={{}} className={textLink}>
          {t('page.all')}
        </Link>
      }
      lead={<Status tone={drawTones[of.status]}>{t(`status.${of.status}`)}</Status>}
      actions={
        of.status === 'open' && (
          <ButtonLink to="/dashboard/" search={{ draw: of.id }} variant="primary">
            {t('page.enter')}
          </ButtonLink>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {isDrawn(of) && (
            <Card title={t('page.check')}>
              <Suspense fallback={<Loading />}>
                <DrawCheck protocol={of} />
              </Suspense>
            </Card>
          )}
          <Classes protocol={of} />
          {of.tickets.length > 0 && (
            <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-lg">{t(of.drawnAt === null ? 'page.taking' : 'page.results')}</h2>
                <div className="flex flex-wrap gap-2">
                  <Button
                    size="small"
                    icon={Download}
                    onClick={() => keepFile(`${file}.csv`, 'text/csv', protocolCsv(of))}
                  >
                    {t('page.csv')}
                  </Button>
                  <Button
                    size="small"
                    icon={Download}
                    onClick={() => keepFile(`${file}.json`, 'application/json', protocolJson(of))}
                  >
                    {t('page.json')}
                  </Button>
                </div>
              </div>
              <Taking protocol={of} />
            </section>
          )}
        </div>
        <div className="grid gap-4">
          <Facts protocol={of} />
          <How />
        </div>
      </div>
    </Page>
  )
}
