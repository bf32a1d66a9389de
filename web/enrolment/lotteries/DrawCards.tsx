import { Ticket } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import type { MyChild, MyLottery } from '#contract/enrolment/lotteries.ts'
import { withPage } from '#web/routing/lazily.tsx'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { Link, textLink } from '#web/routing/link.tsx'
import { Name, useFirstName } from '#web/words/Name.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Chip, Status } from '#web/ui/Marks.tsx'
import { Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useUrlState } from '#web/routing/urlState.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { drawTones, useDrawClasses } from './drawText.ts'

const EnterDraw = withPage(() => import('./EnterDraw.tsx').then(module => module.EnterDraw))

/** A child's wishes in order, and their results once the lottery is drawn. */
const Child = ({ child, draw }: { child: MyChild; draw: MyLottery }) => {
  const t = useTranslations('lotteries')
  const format = useFormat()
  const name = useFirstName()(child)
  const { of: classOf, nameOf } = useDrawClasses(draw.classes)
  const isDrawn = draw.drawnAt !== null
  const { won } = child
  return (
    <li className="border-t border-line py-2.5">
      {isDrawn ? (
        <div className="grid gap-1">
          {won && (
            <p className="font-medium">
              {t('mine.won', { child: name, section: nameOf(won.code) })}{' '}
              <span className="font-normal text-ink-2">
                {won.status === 'offered'
                  ? won.expiresAt && t('mine.confirmUntil', { at: format.instant(won.expiresAt) })
                  : won.status === 'accepted' || won.status === 'declined'
                    ? t(`mine.${won.status}`)
                    : won.status === 'expired' && t('mine.expired')}
              </span>
            </p>
          )}
          {child.lines.map(({ code, place, status }) => (
            <p key={code}>
              {place === null
                ? t(status === 'offered' ? 'mine.lineOffered' : 'mine.lineAccepted', {
                    child: name,
                    section: nameOf(code),
                  })
                : t('mine.line', { child: name, place: String(place), section: nameOf(code) })}
            </p>
          ))}
          {!won && child.lines.length === 0 && child.ranks.length > 0 && <p>{t('mine.nothing', { child: name })}</p>}
        </div>
      ) : (
        <>
          <p className="text-sm font-semibold">
            <Name name={child.name} nativeName={child.nativeName} />
            {child.number && <span className="ms-2 font-normal text-ink-2 tabular-nums">{child.number}</span>}
          </p>
          {child.ranks.length === 0 ? (
            child.leftOut.length === 0 && <p className="text-sm text-ink-2">{t('mine.noWishes', { child: name })}</p>
          ) : (
            <ol aria-label={t('mine.wishes', { child: name })} className="mt-1 flex flex-wrap gap-x-3 gap-y-1.5">
              {child.ranks.map((code, index) => (
                <li key={code} className="flex items-center gap-1.5 text-sm">
                  <span className="text-ink-2 tabular-nums">{index + 1}.</span>
                  <Chip {...(classOf(code) && { crayon: classOf(code)!.crayon })}>{nameOf(code)}</Chip>
                </li>
              ))}
            </ol>
          )}
        </>
      )}
      {child.leftOut.map(({ code, reason }) => (
        <p key={code} className="mt-1 text-sm text-ink-2">
          {t(`leftOut.${reason}`, { child: name, section: nameOf(code) })}
        </p>
      ))}
    </li>
  )
}

const Card = ({ lottery, onEdit }: { lottery: MyLottery; onEdit: () => void }) => {
  const t = useTranslations('lotteries')
  const format = useFormat()
  const failure = useFailureText()
  const first = useFirstName()
  const withdraw = useWrite('lotteries-withdraw')
  const enter = useWrite('lotteries-enter')
  const name = first(lottery)
  const entered = lottery.children.filter(({ number }) => number !== null)
  const takeOut = () =>
    withdraw.start({ id: lottery.id }, () =>
      toast(t('mine.withdrawn', { name }), () =>
        enter.start({
          id: lottery.id,
          together: lottery.together,
          children: entered.map(({ studentId, ranks }) => ({ studentId, ranks })),
        }),
      ),
    )
  const error = withdraw.error ?? enter.error
  const words =
    lottery.status !== 'open'
      ? lottery.status === 'closed' && t('mine.closed')
      : !lottery.isOpen
        ? t('mine.notYet', { at: format.instant(lottery.opensAt) })
        : lottery.ticket === null
          ? t('mine.invite')
          : null
  return (
    <section
      aria-label={t('mine.label', { name })}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-1"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="flex items-start gap-2 text-lg">
          <Ticket size={20} aria-hidden className="mt-0.5 shrink-0 text-primary-ink" />
          <Name name={lottery.name} nativeName={lottery.nativeName} />
        </h2>
        <span className="shrink-0 pt-1 text-sm">
          <Status tone={drawTones[lottery.status]}>{t(`status.${lottery.status}`)}</Status>
        </span>
      </div>
      {words && <p className="max-w-[66ch] text-ink-2">{words}</p>}
      {(lottery.ticket !== null || lottery.isOpen) && (
        <p className="text-sm text-ink-2">
          {format.sentences([
            lottery.ticket !== null && t('mine.ticket', { number: lottery.ticket }),
            lottery.isOpen && t('mine.until', { at: format.instant(lottery.closesAt) }),
          ])}
        </p>
      )}
      {(lottery.ticket !== null || entered.length > 0) && (
        <ul>
          {lottery.children
            .filter(child => child.number !== null || (lottery.isOpen && child.fits.length > 0))
            .map(child => (
              <Child key={child.studentId} child={child} draw={lottery} />
            ))}
        </ul>
      )}
      {error !== null && (
        <Notice alert tone="danger">
          {failure(error)}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {lottery.isOpen && (
          <Button variant={lottery.ticket === null ? 'primary' : 'secondary'} onClick={onEdit}>
            {t(lottery.ticket === null ? 'mine.enter' : 'mine.change')}
          </Button>
        )}
        {lottery.isOpen && lottery.ticket !== null && (
          <Button variant="quiet" pending={withdraw.isPending} onClick={takeOut}>
            {t('mine.withdraw')}
          </Button>
        )}
        <Link
          to="/draws"
          search={{ id: lottery.id }}
          className={`inline-flex min-h-11 items-center px-1 text-sm ${textLink}`}
        >
          {t('mine.see')}
        </Link>
      </div>
    </section>
  )
}

/** A card for each lottery, and the form of the one in the address. */
export const DrawCards = ({ draws }: { draws: readonly MyLottery[] }) => {
  const [url, change] = useUrlState()
  const edited = draws.find(({ id, isOpen }) => id === url['draw'] && isOpen)
  return (
    <div className="grid gap-3">
      {draws.map(draw => (
        <Card key={draw.id} lottery={draw} onEdit={() => change({ draw: draw.id })} />
      ))}
      {edited && (
        <Suspense>
          <EnterDraw key={edited.id} lottery={edited} onClose={() => change({ draw: undefined })} />
        </Suspense>
      )}
    </div>
  )
}
