import {
  BellRing,
  CalendarCheck,
  CalendarOff,
  ChevronRight,
  CircleCheck,
  CopyCheck,
  ClipboardCheck,
  CreditCard,
  FileClock,
  FilePenLine,
  FileSpreadsheet,
  GraduationCap,
  Hourglass,
  KeyRound,
  LogOut,
  MailQuestion,
  MailWarning,
  MessagesSquare,
  PhoneMissed,
  RotateCw,
  ShieldAlert,
  Timer,
  Undo2,
  UserRoundPen,
  UserRoundSearch,
  UserRoundX,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import { type AttentionKey, pressingKeys } from '#contract/office/dashboard.plain.ts'
import { useRead } from '#web/wire/call.ts'
import { Link } from '#web/routing/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { useFormat } from '#web/words/useFormat.ts'
import { useSchoolClock } from '#web/words/useSchoolClock.ts'
import { searchWith } from '#web/routing/urlState.ts'

const icons: Record<AttentionKey, LucideIcon> = {
  away: UserRoundX,
  rolls: CalendarCheck,
  failed: MailWarning,
  backups: ShieldAlert,
  ledgers: ShieldAlert,
  records: ShieldAlert,
  jobs: RotateCw,
  approvals: ClipboardCheck,
  requests: UserRoundPen,
  leavings: LogOut,
  absences: CalendarOff,
  threads: MessagesSquare,
  offers: Hourglass,
  urgent: BellRing,
  refunds: Undo2,
  overdue: CreditCard,
  lapsed: Timer,
  promotions: GraduationCap,
  custody: ShieldAlert,
  imports: FileSpreadsheet,
  documents: FileClock,
  duplicates: CopyCheck,
  below: UsersRound,
  contacts: PhoneMissed,
  never: UserRoundX,
  unverified: MailQuestion,
  expiring: KeyRound,
  claims: UserRoundSearch,
  begun: FilePenLine,
}

/** The items that wait for the office, most urgent first; each links to its list and disappears once it is done. */
export const OfficeAttention = () => {
  const t = useTranslations('officeDashboard')
  const format = useFormat()
  const { items } = useRead('dashboard-attention', {})
  const { day: today } = useSchoolClock()
  return (
    <section aria-labelledby="needs-you" className="overflow-hidden rounded-xl border border-line bg-surface">
      <h2 id="needs-you" className="px-4 pt-4 pb-2 text-lg sm:px-5">
        {t('needsYou')}
      </h2>
      {items.length === 0 ? (
        <div className="flex items-center gap-3 px-4 pb-5 sm:px-5">
          <CircleCheck size={24} aria-hidden className="shrink-0 text-primary-ink" />
          <p>
            <span className="block font-semibold">{t('nothing')}</span>
            <span className="block text-sm text-ink-2">{t('nothingHint')}</span>
          </p>
        </div>
      ) : (
        <ul>
          {items.map(({ key, n, cents, since }) => {
            const Icon = icons[key]
            return (
              <li key={key} className="border-t border-line">
                <Link
                  to="/admindashboard"
                  search={searchWith({ show: key })}
                  resetScroll={false}
                  className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken sm:px-5"
                >
                  <span
                    className={classes(
                      'grid size-9 shrink-0 place-items-center rounded-md',
                      pressingKeys.includes(key) ? 'bg-marigold-soft text-marigold-ink' : 'bg-sunken text-ink-2',
                    )}
                  >
                    <Icon size={18} aria-hidden />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{t(`attention.${key}`, { n })}</span>
                    <span className="block text-sm text-ink-2">
                      {t(`hint.${key}`, { amount: format.money(cents ?? 0) })}
                    </span>
                  </span>
                  {since !== null && since <= today && (
                    <span className="shrink-0 text-xs text-ink-2 tabular-nums max-sm:hidden">
                      {t('since', { day: format.day(since, 'short') })}
                    </span>
                  )}
                  <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-2 rtl:-scale-x-100" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
