import { useTranslations } from 'use-intl'
import { useGuestRead } from '#web/wire/guestRead.ts'
import { ButtonLink, Link } from '#web/routing/link.tsx'
import { useSearch } from '#web/routing/routing.tsx'
import { Name } from '#web/words/Name.tsx'
import { DrawProtocol } from '#web/enrolment/lotteries/DrawProtocol.tsx'
import { drawTones, useEntryTimes } from '#web/enrolment/lotteries/drawText.ts'
import { Status } from '#web/ui/Marks.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Empty } from '#web/ui/States.tsx'

const All = () => {
  const t = useTranslations('lotteries')
  const timesOf = useEntryTimes()
  const draws = useGuestRead('lotteries-published', {})
  return (
    <Page title={t('page.title')} lead={t('page.lead')} narrow>
      {draws.length === 0 ? (
        <Empty
          action={
            <ButtonLink to="/classes" search={{}}>
              {t('page.toClasses')}
            </ButtonLink>
          }
        >
          {t('page.none')}
        </Empty>
      ) : (
        <ul className="grid gap-3">
          {draws.map(draw => (
            <li key={draw.id}>
              <Link
                to="/draws"
                search={{ id: draw.id }}
                className="grid gap-1 rounded-lg border border-line bg-surface p-4 hover:border-line-strong"
              >
                <span className="flex flex-wrap items-baseline justify-between gap-3">
                  <span className="font-semibold">
                    <Name name={draw.name} nativeName={draw.nativeName} />
                  </span>
                  <span className="text-sm">
                    <Status tone={drawTones[draw.status]}>{t(`status.${draw.status}`)}</Status>
                  </span>
                </span>
                <span className="text-sm text-ink-2">{t('page.entries', timesOf(draw))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

/** The published lottery draws; the address names the open one. Anyone may read them and repeat the draw. */
export default function Draws() {
  const { id } = useSearch()
  return id ? <DrawProtocol key={id} id={id} /> : <All />
}
